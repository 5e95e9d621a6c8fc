package bench

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"dev.kcm/conformance/harness/internal/cluster"
)

// Start measures from the start of the process, with the lease free and work waiting, to the first reconciled write and the first pod.
func Start(times int) Benchmark {
	return Benchmark{Name: "start", Nodes: 2, Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		var phases []Phase
		for number := range times {
			measured, err := subject.startOnce(ctx, fmt.Sprintf("start-%d", number))
			if err != nil {
				return nil, err
			}
			phases = append(phases, measured...)
		}
		return phases, nil
	}}
}

func (s *Subject) startOnce(ctx context.Context, name string) ([]Phase, error) {
	if err := s.StopProcess(cluster.Manager); err != nil {
		return nil, err
	}
	if err := s.freeLease(ctx); err != nil {
		return nil, err
	}
	if _, err := s.Client.AppsV1().Deployments(namespace).Create(ctx, deployment(name, 1), metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	signs, err := s.watchSigns(ctx, name)
	if err != nil {
		return nil, err
	}
	defer signs.stop()
	begin := time.Now()
	manager, err := s.LaunchManager(s.Kind, cluster.Manager)
	if err != nil {
		return nil, err
	}
	written, err := signs.await(ctx, signs.replicaSets)
	if err != nil {
		return nil, err
	}
	first := Phase{Name: "first write", Wall: written.Sub(begin).Seconds()}
	podCreated, err := signs.await(ctx, signs.pods)
	if err != nil {
		return nil, err
	}
	pod := Phase{Name: "first pod", Wall: podCreated.Sub(begin).Seconds()}
	usage := manager.Usage()
	pod.CPU, pod.Resident, pod.Peak = usage.CPU.Seconds(), float64(usage.Resident)/(1<<20), float64(usage.PeakBytes)/(1<<20)
	s.Say("first write after %.2f s, first pod after %.2f s, CPU %.2f s", first.Wall, pod.Wall, pod.CPU)
	return []Phase{first, pod}, s.deleteDeployment(ctx, name)
}

// managerLease is the lease of kube-system that leaders hold.
const managerLease = "kube-controller-manager"

// freeLease removes the manager's lease, as if the last holder had released it long ago.
func (s *Subject) freeLease(ctx context.Context) error {
	err := s.Client.CoordinationV1().Leases(metav1.NamespaceSystem).Delete(ctx, managerLease, metav1.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

// signs are the watches by which we see a manager work on one Deployment.
type signs struct {
	replicaSets watch.Interface
	pods        watch.Interface
}

func (s *Subject) watchSigns(ctx context.Context, app string) (*signs, error) {
	selected := metav1.ListOptions{LabelSelector: "app=" + app}
	replicaSets, err := s.Client.AppsV1().ReplicaSets(namespace).Watch(ctx, selected)
	if err != nil {
		return nil, err
	}
	pods, err := s.Client.CoreV1().Pods(namespace).Watch(ctx, selected)
	return &signs{replicaSets: replicaSets, pods: pods}, err
}

func (s *signs) stop() {
	s.replicaSets.Stop()
	s.pods.Stop()
}

// await returns when the first object appeared.
func (s *signs) await(ctx context.Context, source watch.Interface) (time.Time, error) {
	select {
	case event, open := <-source.ResultChan():
		if !open || event.Type != watch.Added {
			return time.Time{}, fmt.Errorf("the watch ended or said %s instead of showing a new object", event.Type)
		}
		return time.Now(), nil
	case <-time.After(2 * time.Minute):
		return time.Time{}, fmt.Errorf("the manager wrote nothing within two minutes")
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	}
}
