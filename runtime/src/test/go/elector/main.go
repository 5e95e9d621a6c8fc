// A candidate on client-go's elector, for the contention program: stands for a Lease and, while it leads, writes to a ConfigMap
// every 50 ms.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "")
	identity := flag.String("identity", "", "")
	namespace := flag.String("namespace", "", "")
	lease := flag.Duration("lease", 15*time.Second, "")
	renew := flag.Duration("renew", 10*time.Second, "")
	retry := flag.Duration("retry", 2*time.Second, "")
	flag.Parse()

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		panic(err)
	}
	config.UserAgent = *identity
	config.QPS = -1
	client := kubernetes.NewForConfigOrDie(config)
	lock, err := resourcelock.NewFromKubeconfig(resourcelock.LeasesResourceLock, *namespace, "contention",
		resourcelock.ResourceLockConfig{Identity: *identity}, config, *renew)
	if err != nil {
		panic(err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	// As upstream's manager has it by default. With ReleaseOnCancel, a candidate that lost the lease while it was paused writes an
	// empty holder over whoever holds it by then: release reads the Lease, but decides by what it remembered.
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: *lease, RenewDeadline: *renew, RetryPeriod: *retry, ReleaseOnCancel: false, Name: "contention",
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) { work(ctx, client, *namespace, *identity) },
			OnStoppedLeading: func() { os.Exit(0) },
		},
	})
}

func work(ctx context.Context, client kubernetes.Interface, namespace, identity string) {
	for count := 0; ctx.Err() == nil; count++ {
		patch := fmt.Sprintf(`{"data":{"holder":%q,"count":"%d"}}`, identity, count)
		_, err := client.CoreV1().ConfigMaps(namespace).Patch(ctx, "work", types.MergePatchType, []byte(patch), metav1.PatchOptions{})
		if err != nil {
			fmt.Fprintln(os.Stderr, identity, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
