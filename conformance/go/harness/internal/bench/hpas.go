package bench

import (
	"context"
	"fmt"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// autoscaledPods is how many pods each autoscaled Deployment has.
const autoscaledPods = 2

// HorizontalPodAutoscalers watches a manager with many autoscalers whose targets are just as large as they should be: every 15 seconds each is
// evaluated, and nothing is to be written.
func HorizontalPodAutoscalers(count int, duration time.Duration) Benchmark {
	return Benchmark{Name: "hpas", Nodes: nodesFor(count * autoscaledPods), Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		created, err := subject.measure(ctx, "create", count, func(ctx context.Context) error { return subject.createAutoscalers(ctx, count) })
		if err != nil {
			return nil, err
		}
		if err := pause(ctx, time.Minute); err != nil { // until pods count as initialized and no status changes any more
			return nil, err
		}
		steady, err := subject.watchIdle(ctx, duration)
		if err != nil {
			return nil, err
		}
		deleted, err := subject.measure(ctx, "delete", count, subject.deleteAutoscalers)
		if err != nil {
			return nil, err
		}
		return append(append([]Phase{created}, steady...), deleted), nil
	}}
}

// createAutoscalers creates Deployments, each with an autoscaler, and waits until all of these have worked out a size from metrics.
func (s *Subject) createAutoscalers(ctx context.Context, count int) error {
	err := forEach(ctx, count, func(ctx context.Context, number int) error {
		name := fmt.Sprintf("web-%d", number)
		target := deployment(name, autoscaledPods)
		template := &target.Spec.Template
		template.Annotations = map[string]string{"kcm.dev/cpu": "50m", "kcm.dev/memory": "64Mi"}
		template.Spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m")}
		if _, err := s.Client.AppsV1().Deployments(namespace).Create(ctx, target, metav1.CreateOptions{}); err != nil {
			return err
		}
		_, err := s.Client.AutoscalingV2().HorizontalPodAutoscalers(namespace).Create(ctx, autoscaler(name), metav1.CreateOptions{})
		return err
	})
	if err != nil {
		return err
	}
	return until(ctx, fmt.Sprintf("%d autoscalers active", count), func(ctx context.Context) (bool, error) {
		autoscalers, err := s.Client.AutoscalingV2().HorizontalPodAutoscalers(namespace).List(ctx, fromCache)
		if err != nil {
			return false, err
		}
		active := 0
		for _, autoscaler := range autoscalers.Items {
			if isActive(autoscaler) {
				active++
			}
		}
		return active == count, nil
	})
}

// autoscaler wants its target's pods to use half the CPU they ask for, which they do.
func autoscaler(name string) *autoscalingv2.HorizontalPodAutoscaler {
	return &autoscalingv2.HorizontalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
			ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: name},
			MinReplicas:    ptr.To[int32](1),
			MaxReplicas:    5,
			Metrics: []autoscalingv2.MetricSpec{{
				Type: autoscalingv2.ResourceMetricSourceType,
				Resource: &autoscalingv2.ResourceMetricSource{
					Name:   corev1.ResourceCPU,
					Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: ptr.To[int32](50)},
				},
			}},
		},
	}
}

func isActive(autoscaler autoscalingv2.HorizontalPodAutoscaler) bool {
	for _, condition := range autoscaler.Status.Conditions {
		if condition.Type == autoscalingv2.ScalingActive {
			return condition.Status == corev1.ConditionTrue
		}
	}
	return false
}

func (s *Subject) deleteAutoscalers(ctx context.Context) error {
	if err := s.Client.AutoscalingV2().HorizontalPodAutoscalers(namespace).DeleteCollection(ctx, inBackground, metav1.ListOptions{}); err != nil {
		return err
	}
	if err := s.Client.AppsV1().Deployments(namespace).DeleteCollection(ctx, inBackground, metav1.ListOptions{}); err != nil {
		return err
	}
	return until(ctx, "autoscaled pods gone", func(ctx context.Context) (bool, error) {
		left, err := podsLeft(ctx, s)
		return left == 0, err
	})
}
