package metrics

import (
	"context"
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// podCache follows the pods from the first question for them on: hundreds of autoscalers ask for those of one namespace at
// the same time, and each answer is then a walk over an index. A cluster on which nobody asks pays nothing.
type podCache struct {
	ctx    context.Context
	client kubernetes.Interface
	start  func() (listers.PodLister, error)
}

func newPodCache(ctx context.Context, client kubernetes.Interface) *podCache {
	c := &podCache{ctx: ctx, client: client}
	c.start = sync.OnceValues(c.follow)
	return c
}

func (c *podCache) follow() (listers.PodLister, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(c.client, 0, informers.WithTransform(onlyWhatCounts))
	informer := factory.Core().V1().Pods()
	lister := informer.Lister()
	factory.Start(c.ctx.Done())
	if !cache.WaitForCacheSync(c.ctx.Done(), informer.Informer().HasSynced) {
		return nil, fmt.Errorf("the metrics server ends")
	}
	return lister, nil
}

// onlyWhatCounts keeps what amounts are computed from.
func onlyWhatCounts(object any) (any, error) {
	pod, isPod := object.(*corev1.Pod)
	if !isPod {
		return object, nil
	}
	kept := &corev1.Pod{}
	kept.Namespace, kept.Name, kept.UID, kept.ResourceVersion = pod.Namespace, pod.Name, pod.UID, pod.ResourceVersion
	kept.Labels, kept.Annotations, kept.CreationTimestamp = pod.Labels, pod.Annotations, pod.CreationTimestamp
	kept.Spec.NodeName = pod.Spec.NodeName
	for _, container := range pod.Spec.Containers {
		kept.Spec.Containers = append(kept.Spec.Containers, corev1.Container{Name: container.Name})
	}
	for _, container := range pod.Spec.InitContainers {
		kept.Spec.InitContainers = append(kept.Spec.InitContainers, corev1.Container{Name: container.Name, RestartPolicy: container.RestartPolicy})
	}
	kept.Status.Phase, kept.Status.StartTime = pod.Status.Phase, pod.Status.StartTime
	return kept, nil
}

// list has the pods of a namespace, or of all, that the selector has, in the order of their names.
func (c *podCache) list(namespace string, selector labels.Selector) ([]*corev1.Pod, error) {
	lister, err := c.start()
	if err != nil {
		return nil, err
	}
	pods, err := lister.Pods(namespace).List(selector)
	if err != nil {
		return nil, err
	}
	sorted(pods, func(pod *corev1.Pod) string { return pod.Namespace + "/" + pod.Name })
	return pods, nil
}

func (c *podCache) get(namespace, name string) (*corev1.Pod, error) {
	lister, err := c.start()
	if err != nil {
		return nil, err
	}
	pod, err := lister.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) { // the lister names the kind, servers the resource
		return nil, apierrors.NewNotFound(corev1.Resource("pods"), name)
	}
	return pod, err
}
