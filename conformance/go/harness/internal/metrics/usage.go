package metrics

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metricsv1beta1 "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// The annotations that script what objects use and measure (docs/embedded.md).
const (
	cpuAnnotation    = "kcm.dev/cpu"
	memoryAnnotation = "kcm.dev/memory"
	metricPrefix     = "kcm.dev/metric."
	externalPrefix   = "kcm.dev/external."
	none             = "none"
)

// annotated is an object with annotations, as errors name it.
type annotated struct {
	kind string
	meta *metav1.ObjectMeta
}

// amount is where the curve of an annotation is now; nil without the annotation.
func (a annotated) amount(annotation string, start, now time.Time, mayBeNegative bool) (*resource.Quantity, error) {
	text, isThere := a.meta.Annotations[annotation]
	if !isThere {
		return nil, nil
	}
	text = strings.TrimSpace(text)
	curve, err := parseCurve(text)
	if err != nil {
		return nil, a.unreadable(annotation, err.Error())
	}
	if !mayBeNegative && curve.isEverNegative() {
		return nil, a.unreadable(annotation, fmt.Sprintf("%q is negative", text))
	}
	amount := curve.at(now.Sub(start))
	return &amount, nil
}

func (a annotated) unreadable(annotation, why string) error {
	name := a.meta.Name
	if a.meta.Namespace != "" {
		name = a.meta.Namespace + "/" + name
	}
	return fmt.Errorf("annotation %s of %s %s cannot be read: %s", annotation, a.kind, name, why)
}

// podUsage is what the containers of a pod use: what the pod does, divided evenly, except for those with an annotation of
// their own. It is nil for pods without metrics: those that do not run, and those that say so.
func podUsage(pod *corev1.Pod, now time.Time) ([]metricsv1beta1.ContainerMetrics, error) {
	names, mainContainers := containerNames(pod)
	if err := requireContainers(pod, names); err != nil {
		return nil, err
	}
	if pod.Status.Phase != corev1.PodRunning || saysNone(pod) {
		return nil, nil
	}
	var metrics []metricsv1beta1.ContainerMetrics
	for at, name := range names {
		cpu, err := containerUsage(pod, cpuAnnotation, name, at, mainContainers, resource.Nano, now)
		if err != nil {
			return nil, err
		}
		memory, err := containerUsage(pod, memoryAnnotation, name, at, mainContainers, 0, now)
		if err != nil {
			return nil, err
		}
		metrics = append(metrics, metricsv1beta1.ContainerMetrics{Name: name,
			Usage: corev1.ResourceList{corev1.ResourceCPU: cpu, corev1.ResourceMemory: memory}})
	}
	return metrics, nil
}

// containerUsage is the container's own amount or, of the first `count`, its share of the pod's; the first has what is left over.
func containerUsage(pod *corev1.Pod, annotation, name string, at, count int, scale resource.Scale, now time.Time) (resource.Quantity, error) {
	of := annotated{kind: "pod", meta: &pod.ObjectMeta}
	own, err := of.amount(annotation+"."+name, startOf(pod), now, false)
	if err != nil || own != nil {
		return deref(own), err
	}
	whole, err := of.amount(annotation, startOf(pod), now, false)
	if err != nil || whole == nil || at >= count {
		return resource.Quantity{}, err
	}
	units := whole.ScaledValue(scale)
	share := units / int64(count)
	if at == 0 {
		share += units % int64(count)
	}
	amount := resource.NewScaledQuantity(share, scale)
	amount.Format = whole.Format
	return *amount, nil
}

// containerNames has the containers first, then the sidecars among the init containers, which run too.
func containerNames(pod *corev1.Pod) (names []string, mainContainers int) {
	for _, container := range pod.Spec.Containers {
		names = append(names, container.Name)
	}
	for _, container := range pod.Spec.InitContainers {
		if container.RestartPolicy != nil && *container.RestartPolicy == corev1.ContainerRestartPolicyAlways {
			names = append(names, container.Name)
		}
	}
	return names, len(pod.Spec.Containers)
}

// requireContainers refuses an annotation for a container there is not: it would have no effect, and nobody would know why.
func requireContainers(pod *corev1.Pod, names []string) error {
	for annotation := range pod.Annotations {
		for _, prefix := range []string{cpuAnnotation + ".", memoryAnnotation + "."} {
			name, isOfContainer := strings.CutPrefix(annotation, prefix)
			if isOfContainer && !slices.Contains(names, name) {
				return annotated{kind: "pod", meta: &pod.ObjectMeta}.unreadable(annotation, fmt.Sprintf("there is no container %q", name))
			}
		}
	}
	return nil
}

// saysNone is true for a pod that lacks the metrics of a container: as with metrics-server, it has none then.
func saysNone(pod *corev1.Pod) bool {
	for annotation, value := range pod.Annotations {
		for _, name := range []string{cpuAnnotation, memoryAnnotation} {
			if (annotation == name || strings.HasPrefix(annotation, name+".")) && strings.TrimSpace(value) == none {
				return true
			}
		}
	}
	return false
}

func startOf(pod *corev1.Pod) time.Time {
	if pod.Status.StartTime != nil {
		return pod.Status.StartTime.Time
	}
	return pod.CreationTimestamp.Time
}

func deref(amount *resource.Quantity) resource.Quantity {
	if amount == nil {
		return resource.Quantity{}
	}
	return *amount
}
