package cluster

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// registrations is how many nodes are written at the same time.
const registrations = 16

// AddNodes registers fake nodes the way a kubelet would; KWOK then keeps them ready and renews their leases.
func AddNodes(ctx context.Context, client kubernetes.Interface, count int) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(registrations)
	for number := range count {
		group.Go(func() error {
			_, err := client.CoreV1().Nodes().Create(ctx, fakeNode(number), metav1.CreateOptions{})
			return err
		})
	}
	return group.Wait()
}

// zones is over how many zones the nodes are spread.
const zones = 3

func fakeNode(number int) *corev1.Node {
	name := fmt.Sprintf("node-%d", number)
	resources := corev1.ResourceList{
		corev1.ResourceCPU:              resource.MustParse("32"),
		corev1.ResourceMemory:           resource.MustParse("256Gi"),
		corev1.ResourceEphemeralStorage: resource.MustParse("1Ti"),
		corev1.ResourcePods:             resource.MustParse("110"),
	}
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{
			corev1.LabelHostname: name, corev1.LabelOSStable: "linux", corev1.LabelArchStable: "amd64", "type": "kwok",
			corev1.LabelTopologyRegion: "here", corev1.LabelTopologyZone: fmt.Sprintf("zone-%d", number%zones),
		}},
		Status: corev1.NodeStatus{Capacity: resources, Allocatable: resources, Addresses: []corev1.NodeAddress{
			// Endpoints refuse loopback addresses, but the API server has to find KWOK's kubelet port: it goes by the host name.
			{Type: corev1.NodeInternalIP, Address: fmt.Sprintf("172.30.%d.%d", number/250, number%250+1)},
			{Type: corev1.NodeHostName, Address: "localhost"},
		}},
	}
}

func awaitNodesReady(ctx context.Context, client kubernetes.Interface, count int) error {
	return until(ctx, fmt.Sprintf("%d nodes ready", count), time.Minute, func(ctx context.Context) (bool, error) {
		nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{ResourceVersion: "0"})
		if err != nil {
			return false, err
		}
		ready := 0
		for _, node := range nodes.Items {
			for _, condition := range node.Status.Conditions {
				if condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue {
					ready++
				}
			}
		}
		return ready >= count, nil
	})
}

// admitPods takes away the taint that every new node gets until it is ready. Node-lifecycle controllers do so themselves; a manager
// without one would leave nodes on which nothing is scheduled.
func admitPods(ctx context.Context, client kubernetes.Interface) error {
	nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	group, groupContext := errgroup.WithContext(ctx)
	group.SetLimit(registrations)
	for _, node := range nodes.Items {
		if len(node.Spec.Taints) == 0 {
			continue
		}
		group.Go(func() error {
			_, err := client.CoreV1().Nodes().Patch(groupContext, node.Name, types.MergePatchType, []byte(`{"spec":{"taints":null}}`), metav1.PatchOptions{})
			return err
		})
	}
	return group.Wait()
}
