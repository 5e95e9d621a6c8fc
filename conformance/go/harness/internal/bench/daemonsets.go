package bench

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// rolledAtOnce is on how many nodes a rolling update may have pods unavailable: one by one it would measure the nodes, not the manager.
const rolledAtOnce = "10%"

// DaemonSets runs one DaemonSet on many nodes, rolls it over to a new template, and deletes it. With a second pass the manager is warm.
func DaemonSets(nodes int) Benchmark {
	return Benchmark{Name: "daemonsets", Nodes: nodes, Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		const name = "agent"
		parts := []struct {
			name string
			work func(context.Context) error
		}{
			{"create", func(ctx context.Context) error { return subject.createDaemonSet(ctx, name, nodes) }},
			{"rolling update", func(ctx context.Context) error { return subject.rollDaemonSet(ctx, name, nodes) }},
			{"delete", func(ctx context.Context) error { return subject.deleteDaemonSet(ctx, name) }},
		}
		var phases []Phase
		for _, part := range parts {
			phase, err := subject.measure(ctx, part.name, nodes, part.work)
			if err != nil {
				return nil, err
			}
			phases = append(phases, phase)
		}
		return phases, nil
	}}
}

func daemonSet(name string) *appsv1.DaemonSet {
	return &appsv1.DaemonSet{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: appsv1.DaemonSetSpec{
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}},
			Template: podTemplate(name),
			UpdateStrategy: appsv1.DaemonSetUpdateStrategy{
				Type:          appsv1.RollingUpdateDaemonSetStrategyType,
				RollingUpdate: &appsv1.RollingUpdateDaemonSet{MaxUnavailable: ptr.To(intstr.FromString(rolledAtOnce))},
			},
		},
	}
}

// createDaemonSet creates it and waits until its pod is available on every node.
func (s *Subject) createDaemonSet(ctx context.Context, name string, nodes int) error {
	if _, err := s.Client.AppsV1().DaemonSets(namespace).Create(ctx, daemonSet(name), metav1.CreateOptions{}); err != nil {
		return err
	}
	return s.awaitDaemonSet(ctx, name, nodes)
}

// rollDaemonSet changes the template and waits until all pods are new.
func (s *Subject) rollDaemonSet(ctx context.Context, name string, nodes int) error {
	patch := `{"spec":{"template":{"metadata":{"annotations":{"restarted":"` + time.Now().Format(time.RFC3339Nano) + `"}}}}}`
	_, err := s.Client.AppsV1().DaemonSets(namespace).Patch(ctx, name, types.StrategicMergePatchType, []byte(patch), metav1.PatchOptions{})
	if err != nil {
		return err
	}
	return s.awaitDaemonSet(ctx, name, nodes)
}

func (s *Subject) awaitDaemonSet(ctx context.Context, name string, nodes int) error {
	return until(ctx, fmt.Sprintf("pods of %s on %d nodes", name, nodes), func(ctx context.Context) (bool, error) {
		set, err := s.Client.AppsV1().DaemonSets(namespace).Get(ctx, name, metav1.GetOptions{})
		return err == nil && runsEverywhere(set, nodes), err
	})
}

// runsEverywhere tells whether every node has an available pod of the present template.
func runsEverywhere(set *appsv1.DaemonSet, nodes int) bool {
	status, wanted := set.Status, int32(nodes)
	return status.ObservedGeneration == set.Generation && status.DesiredNumberScheduled == wanted &&
		status.UpdatedNumberScheduled == wanted && status.NumberAvailable == wanted && status.NumberMisscheduled == 0
}

// deleteDaemonSet deletes it in the foreground and waits until it and its pods are gone.
func (s *Subject) deleteDaemonSet(ctx context.Context, name string) error {
	err := s.Client.AppsV1().DaemonSets(namespace).Delete(ctx, name,
		metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationForeground)})
	if err != nil {
		return err
	}
	return untilGone(ctx, "DaemonSet "+name, func(ctx context.Context) error {
		_, err := s.Client.AppsV1().DaemonSets(namespace).Get(ctx, name, metav1.GetOptions{})
		return err
	})
}
