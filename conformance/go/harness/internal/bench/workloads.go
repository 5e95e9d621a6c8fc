package bench

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// namespace is where benchmarks that need one namespace work.
const namespace = corev1.NamespaceDefault

// podsPerNode leaves room below a node's 110 pods for the surge of a rolling update.
const podsPerNode = 80

func nodesFor(pods int) int { return pods/podsPerNode + 2 }

func podTemplate(app string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": app}},
		Spec: corev1.PodSpec{
			TerminationGracePeriodSeconds: ptr.To[int64](1),
			Containers:                    []corev1.Container{{Name: "main", Image: "registry.k8s.io/pause:3.10", Ports: []corev1.ContainerPort{{ContainerPort: 80}}}},
		},
	}
}

func deployment(name string, replicas int) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: appsv1.DeploymentSpec{
			Replicas: ptr.To(int32(replicas)),
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}},
			Template: podTemplate(name),
		},
	}
}

// createDeployment creates it and waits until all its pods are available.
func (s *Subject) createDeployment(ctx context.Context, name string, replicas int) error {
	if _, err := s.Client.AppsV1().Deployments(namespace).Create(ctx, deployment(name, replicas), metav1.CreateOptions{}); err != nil {
		return err
	}
	return s.awaitRollout(ctx, name, replicas)
}

func (s *Subject) awaitRollout(ctx context.Context, name string, replicas int) error {
	return until(ctx, fmt.Sprintf("%d pods of %s available", replicas, name), func(ctx context.Context) (bool, error) {
		found, err := s.Client.AppsV1().Deployments(namespace).Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		status, wanted := found.Status, int32(replicas)
		return status.ObservedGeneration == found.Generation && status.Replicas == wanted && status.UpdatedReplicas == wanted &&
			status.AvailableReplicas == wanted, nil
	})
}

// deleteDeployment deletes it in the foreground and waits until it and its pods are gone.
func (s *Subject) deleteDeployment(ctx context.Context, name string) error {
	err := s.Client.AppsV1().Deployments(namespace).Delete(ctx, name,
		metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationForeground)})
	if err != nil {
		return err
	}
	return until(ctx, name+" gone", func(ctx context.Context) (bool, error) {
		_, err := s.Client.AppsV1().Deployments(namespace).Get(ctx, name, metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			return true, nil
		}
		return false, err
	})
}

// forEach calls do for 0 … count-1, sixteen at a time.
func forEach(ctx context.Context, count int, do func(ctx context.Context, number int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(16)
	for number := range count {
		group.Go(func() error { return do(ctx, number) })
	}
	return group.Wait()
}
