package bench

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

// StatefulSets makes many of some pods each, which come one after the other, rolls all over to a new template, pod by pod from
// the last to the first, and deletes them.
func StatefulSets(count, replicas int) Benchmark {
	pods := count * replicas
	return Benchmark{Name: "statefulsets", Nodes: nodesFor(pods), Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		var phases []Phase
		for _, phase := range []struct {
			name string
			work func(context.Context) error
		}{
			{"create", func(ctx context.Context) error { return subject.createStatefulSets(ctx, count, replicas) }},
			{"rolling update", func(ctx context.Context) error { return subject.rollStatefulSets(ctx, count, replicas) }},
			{"delete", subject.deleteStatefulSets},
		} {
			measured, err := subject.measure(ctx, phase.name, pods, phase.work)
			if err != nil {
				return nil, err
			}
			phases = append(phases, measured)
		}
		return phases, nil
	}}
}

func statefulSet(number, replicas int) *appsv1.StatefulSet {
	name := fmt.Sprintf("set-%d", number)
	return &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: appsv1.StatefulSetSpec{Replicas: ptr.To(int32(replicas)), ServiceName: name,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}}, Template: podTemplate(name)},
	}
}

func (s *Subject) createStatefulSets(ctx context.Context, count, replicas int) error {
	err := forEach(ctx, count, func(ctx context.Context, number int) error {
		_, err := s.Client.AppsV1().StatefulSets(namespace).Create(ctx, statefulSet(number, replicas), metav1.CreateOptions{})
		return err
	})
	if err != nil {
		return err
	}
	return s.awaitStatefulSets(ctx, count)
}

// rollStatefulSets changes the templates and waits until all pods are new.
func (s *Subject) rollStatefulSets(ctx context.Context, count, replicas int) error {
	patch := []byte(`{"spec":{"template":{"metadata":{"annotations":{"restarted":"` + time.Now().Format(time.RFC3339Nano) + `"}}}}}`)
	err := forEach(ctx, count, func(ctx context.Context, number int) error {
		_, err := s.Client.AppsV1().StatefulSets(namespace).Patch(ctx, statefulSet(number, replicas).Name, types.StrategicMergePatchType,
			patch, metav1.PatchOptions{})
		return err
	})
	if err != nil {
		return err
	}
	return s.awaitStatefulSets(ctx, count)
}

func (s *Subject) awaitStatefulSets(ctx context.Context, count int) error {
	return until(ctx, fmt.Sprintf("%d statefulsets rolled out", count), func(ctx context.Context) (bool, error) {
		sets, err := s.Client.AppsV1().StatefulSets(namespace).List(ctx, fromCache)
		if err != nil {
			return false, err
		}
		done := 0
		for at := range sets.Items {
			if isRolledOut(&sets.Items[at]) {
				done++
			}
		}
		return done == count, nil
	})
}

// isRolledOut tells whether the status is about the newest template and all pods are of it and available.
func isRolledOut(set *appsv1.StatefulSet) bool {
	wanted, status := ptr.Deref(set.Spec.Replicas, 1), set.Status
	return status.ObservedGeneration == set.Generation && status.CurrentRevision == status.UpdateRevision &&
		status.Replicas == wanted && status.UpdatedReplicas == wanted && status.AvailableReplicas == wanted
}

// deleteStatefulSets waits until the last pod is gone.
func (s *Subject) deleteStatefulSets(ctx context.Context) error {
	if err := s.Client.AppsV1().StatefulSets(namespace).DeleteCollection(ctx, inBackground, metav1.ListOptions{}); err != nil {
		return err
	}
	return until(ctx, "pods of the statefulsets gone", func(ctx context.Context) (bool, error) {
		left, err := podsLeft(ctx, s)
		return left == 0, err
	})
}
