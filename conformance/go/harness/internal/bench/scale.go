package bench

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Scale takes one Deployment from nothing to many pods, rolls it over to a new template, and deletes it.
func Scale(pods int) Benchmark {
	return Benchmark{Name: "scale", Nodes: nodesFor(pods), Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		empty, err := subject.measure(ctx, "empty", 0, func(context.Context) error { return nil })
		if err != nil {
			return nil, err
		}
		up, err := subject.measure(ctx, "scale up", pods, func(ctx context.Context) error {
			return subject.createDeployment(ctx, "web", pods)
		})
		if err != nil {
			return nil, err
		}
		rolled, err := subject.measure(ctx, "rolling update", pods, func(ctx context.Context) error {
			return subject.rollOver(ctx, "web", pods)
		})
		if err != nil {
			return nil, err
		}
		deleted, err := subject.measure(ctx, "delete", pods, func(ctx context.Context) error {
			return subject.deleteDeployment(ctx, "web")
		})
		return []Phase{empty, up, rolled, deleted}, err
	}}
}

// rollOver changes the template and waits until all pods are new.
func (s *Subject) rollOver(ctx context.Context, name string, replicas int) error {
	patch := `{"spec":{"template":{"metadata":{"annotations":{"restarted":"` + time.Now().Format(time.RFC3339) + `"}}}}}`
	_, err := s.Client.AppsV1().Deployments(namespace).Patch(ctx, name, types.StrategicMergePatchType, []byte(patch), metav1.PatchOptions{})
	if err != nil {
		return err
	}
	return s.awaitRollout(ctx, name, replicas)
}
