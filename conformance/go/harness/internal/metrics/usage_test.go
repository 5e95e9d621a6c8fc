package metrics

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// The same cases as in PodUsageTest.java.
func TestPodUsage(t *testing.T) {
	for name, test := range map[string]struct {
		annotations map[string]string
		containers  string
		seconds     int
		usage       string
	}{
		"evenly":      {map[string]string{cpuAnnotation: "250m", memoryAnnotation: "64Mi"}, "a b", 0, "a 125m 32Mi, b 125m 32Mi"},
		"left over":   {map[string]string{cpuAnnotation: "100m", memoryAnnotation: "100"}, "a b c", 0, "a 33333334n 34, b 33333333n 33, c 33333333n 33"},
		"own":         {map[string]string{cpuAnnotation: "200m", cpuAnnotation + ".b": "1..3/10s"}, "a b", 5, "a 100m 0, b 2 0"},
		"curve":       {map[string]string{cpuAnnotation: "100m..800m/10m"}, "a", 300, "a 450m 0"},
		"nothing":     {nil, "a", 0, "a 0 0"},
		"sidecar":     {map[string]string{cpuAnnotation: "200m", memoryAnnotation + ".log": "8Mi"}, "a log+", 0, "a 200m 0, log 0 8Mi"},
		"none":        {map[string]string{memoryAnnotation: "none"}, "a", 0, ""},
		"none of one": {map[string]string{cpuAnnotation + ".a": "none"}, "a", 0, ""},
		"lots": {map[string]string{cpuAnnotation: "lots"}, "a", 0,
			`annotation kcm.dev/cpu of pod default/web-1 cannot be read: "lots" is no quantity such as 250m or 64Mi`},
		"negative": {map[string]string{memoryAnnotation: "-1Mi"}, "a", 0,
			`annotation kcm.dev/memory of pod default/web-1 cannot be read: "-1Mi" is negative`},
		"nobody": {map[string]string{cpuAnnotation + ".web": "1"}, "a", 0,
			`annotation kcm.dev/cpu.web of pod default/web-1 cannot be read: there is no container "web"`},
	} {
		t.Run(name, func(t *testing.T) {
			pod := runningPod(test.annotations, strings.Fields(test.containers)...)
			if usage := printed(pod, test.seconds); usage != test.usage {
				t.Errorf("%s, not %s", usage, test.usage)
			}
		})
	}
}

func TestOnlyRunningPodsHaveMetrics(t *testing.T) {
	pod := runningPod(map[string]string{cpuAnnotation: "1"}, "a")
	pod.Status.Phase = corev1.PodSucceeded
	if usage := printed(pod, 0); usage != "" {
		t.Error(usage)
	}
}

func printed(pod *corev1.Pod, seconds int) string {
	metrics, err := podUsage(pod, start.Add(time.Duration(seconds)*time.Second))
	if err != nil {
		return err.Error()
	}
	var shown []string
	for _, container := range metrics {
		shown = append(shown, fmt.Sprintf("%s %s %s", container.Name, container.Usage.Cpu(), container.Usage.Memory()))
	}
	return strings.Join(shown, ", ")
}

// runningPod has these containers; those with a plus are sidecars.
func runningPod(annotations map[string]string, containers ...string) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web-1", Annotations: annotations},
		Status: corev1.PodStatus{Phase: corev1.PodRunning, StartTime: &metav1.Time{Time: start}}}
	for _, name := range containers {
		if sidecar, is := strings.CutSuffix(name, "+"); is {
			pod.Spec.InitContainers = append(pod.Spec.InitContainers,
				corev1.Container{Name: sidecar, RestartPolicy: ptr.To(corev1.ContainerRestartPolicyAlways)})
		} else {
			pod.Spec.Containers = append(pod.Spec.Containers, corev1.Container{Name: name})
		}
	}
	return pod
}
