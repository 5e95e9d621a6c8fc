package bench

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// flapping is one in how many nodes turns NotReady and Ready again.
const flapping = 10

// Nodes watches a manager on a cluster of many nodes, each of which renews its lease every ten seconds; then some of them lose readiness
// and get it back.
func Nodes(count int, duration time.Duration) Benchmark {
	return Benchmark{Name: "nodes", Nodes: count, Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		phases, err := subject.watchIdle(ctx, duration)
		if err != nil {
			return nil, err
		}
		some := count / flapping
		for _, ready := range []bool{false, true} {
			name := "turn NotReady"
			if ready {
				name = "turn Ready"
			}
			phase, err := subject.measure(ctx, name, some, func(ctx context.Context) error { return subject.turn(ctx, some, ready) })
			if err != nil {
				return nil, err
			}
			phases = append(phases, phase)
		}
		return phases, nil
	}}
}

// turn makes nodes ready or not and waits until the manager has said so by a taint, or taken it away.
func (s *Subject) turn(ctx context.Context, count int, ready bool) error {
	value := `"false"`
	if ready {
		value = "null"
	}
	change := []byte(fmt.Sprintf(`{"metadata":{"annotations":{"kcm.dev/ready":%s}}}`, value))
	err := forEach(ctx, count, func(ctx context.Context, number int) error {
		_, err := s.Client.CoreV1().Nodes().Patch(ctx, fmt.Sprintf("node-%d", number), types.MergePatchType, change, metav1.PatchOptions{})
		return err
	})
	if err != nil {
		return err
	}
	return until(ctx, fmt.Sprintf("taints of %d nodes", count), func(ctx context.Context) (bool, error) {
		nodes, err := s.Client.CoreV1().Nodes().List(ctx, fromCache)
		if err != nil {
			return false, err
		}
		tainted := 0
		for _, node := range nodes.Items {
			if isTainted(node, ready) {
				tainted++
			}
		}
		return (tainted == 0) == ready && (ready || tainted == count), nil
	})
}

// isTainted tells whether pods are kept away; while nodes come back also whether any taint is left.
func isTainted(node corev1.Node, any bool) bool {
	for _, taint := range node.Spec.Taints {
		if any || taint.Effect == corev1.TaintEffectNoSchedule {
			return true
		}
	}
	return false
}
