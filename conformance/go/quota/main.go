// Command quota prints what upstream's evaluators say some generated objects use of a quota: the facts that
// UsageFactsTest of the resourcequota-controller compares with.
//
//	go run . | gzip -9n > ../../../controllers/src/test/resources/dev/kcm/controllers/housekeeping/resourcequota/usage.jsonl.gz
package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/quota/v1/evaluator/core"
	clocktesting "k8s.io/utils/clock/testing"
)

// Fact is one line: an object, what it uses and which of the scopes it is in.
type Fact struct {
	Kind   string            `json:"kind"`
	Object runtime.Object    `json:"object"`
	Usage  map[string]string `json:"usage"`
	Scopes []int             `json:"scopes"`
}

// Head is the first line.
type Head struct {
	Now     time.Time                                  `json:"now"`
	Scopes  []corev1.ScopedResourceSelectorRequirement `json:"scopes"`
	Classes []*resourcev1.DeviceClass                  `json:"classes"`
	// Covers says which names each kind's evaluator decides about.
	Names  []string            `json:"names"`
	Covers map[string][]string `json:"covers"`
}

var (
	now    = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	random = rand.New(rand.NewSource(36))

	scopes = []corev1.ScopedResourceSelectorRequirement{
		scope("Terminating", "Exists"), scope("NotTerminating", "Exists"),
		scope("BestEffort", "Exists"), scope("NotBestEffort", "Exists"),
		scope("PriorityClass", "Exists"), scope("PriorityClass", "DoesNotExist"),
		scope("PriorityClass", "In", "high", "low"), scope("PriorityClass", "NotIn", "high"),
		scope("CrossNamespacePodAffinity", "Exists"),
		scope("VolumeAttributesClass", "Exists"), scope("VolumeAttributesClass", "DoesNotExist"),
		scope("VolumeAttributesClass", "In", "gold"), scope("VolumeAttributesClass", "NotIn", "gold", "silver"),
		scope("PriorityClass", "Like", "high"), scope("PriorityClass", "In", "not a value!"), scope("Unheard", "Exists"),
	}

	names = []string{
		"pods", "count/pods", "cpu", "memory", "ephemeral-storage", "requests.cpu", "requests.memory",
		"requests.ephemeral-storage", "limits.cpu", "limits.memory", "limits.ephemeral-storage", "hugepages-2Mi",
		"requests.hugepages-1Gi", "limits.hugepages-2Mi", "requests.example.com/gpu", "example.com/gpu", "limits.example.com/gpu",
		"requests.kubernetes.io/gpu", "requests.deviceclass.resource.kubernetes.io/gpu", "requests.deviceclass.resource.kubernetes.io/none",
		"services", "count/services", "services.nodeports", "services.loadbalancers", "persistentvolumeclaims",
		"count/persistentvolumeclaims", "requests.storage", "gold.storageclass.storage.k8s.io/requests.storage",
		"gold.storageclass.storage.k8s.io/persistentvolumeclaims", "gold.storageclass.storage.k8s.io/storage",
		"gpu.deviceclass.resource.k8s.io/devices", "storage", "configmaps", "count/configmaps", "count/deployments.apps",
	}

	classes = []*resourcev1.DeviceClass{class("gpu", "example.com/gpu"), class("nic", "")}
)

func main() {
	cache := extendedresourcecache.NewExtendedResourceCache(klog.Background())
	for _, it := range classes {
		cache.OnAdd(it, true)
	}
	evaluators := map[string]quota.Evaluator{
		"Pod":                   core.NewPodEvaluator(nil, clocktesting.NewFakeClock(now)),
		"Service":               core.NewServiceEvaluator(nil),
		"PersistentVolumeClaim": core.NewPersistentVolumeClaimEvaluator(nil),
		"ResourceClaim":         core.NewResourceClaimEvaluator(nil, cache, nil, nil),
	}
	out := json.NewEncoder(os.Stdout)
	check(out.Encode(Head{Now: now, Scopes: scopes, Classes: classes, Names: names, Covers: covers(evaluators)}))
	for i := range 220 {
		check(out.Encode(fact("Pod", pod(i), evaluators)))
	}
	for i := range 30 {
		check(out.Encode(fact("Service", service(i), evaluators)))
		check(out.Encode(fact("PersistentVolumeClaim", volumeClaim(i), evaluators)))
		check(out.Encode(fact("ResourceClaim", deviceClaim(i), evaluators)))
	}
}

func covers(evaluators map[string]quota.Evaluator) map[string][]string {
	result := map[string][]string{}
	for kind, evaluator := range evaluators {
		found := map[string]bool{}
		for _, name := range evaluator.MatchingResources(resourceNames()) {
			found[string(name)] = true
		}
		for name := range found {
			result[kind] = append(result[kind], name)
		}
		sort.Strings(result[kind])
	}
	return result
}

func resourceNames() []corev1.ResourceName {
	var result []corev1.ResourceName
	for _, name := range names {
		result = append(result, corev1.ResourceName(name))
	}
	return result
}

func fact(kind string, object runtime.Object, evaluators map[string]quota.Evaluator) Fact {
	// Upstream adds overhead to pod-level limits in place, and with it to the pod, if an amount is as odd as 1.5Gi.
	usage, err := evaluators[kind].Usage(object.DeepCopyObject())
	check(err)
	result := Fact{Kind: kind, Object: object, Usage: map[string]string{}, Scopes: []int{}}
	for name, amount := range usage {
		result.Usage[string(name)] = amount.String()
	}
	for i := range scopes {
		// One at a time: a scope that cannot be read is an error, and matches nothing.
		matched, err := evaluators[kind].MatchingScopes(object, scopes[i:i+1])
		if err == nil && len(matched) > 0 {
			result.Scopes = append(result.Scopes, i)
		}
	}
	return result
}

func pod(number int) *corev1.Pod {
	result := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: fmt.Sprintf("pod-%d", number)}}
	for i := range 1 + random.Intn(3) {
		result.Spec.Containers = append(result.Spec.Containers, container(fmt.Sprintf("c%d", i), false))
	}
	for i := range random.Intn(4) {
		result.Spec.InitContainers = append(result.Spec.InitContainers, container(fmt.Sprintf("i%d", i), true))
	}
	if chance(4) {
		result.Spec.Overhead = amounts(1)
	}
	if chance(4) {
		requirements := requirements()
		result.Spec.Resources = &requirements
	}
	if chance(4) {
		result.Spec.ActiveDeadlineSeconds = pointer(int64(random.Intn(3) * 100))
	}
	result.Spec.PriorityClassName = pick("", "", "high", "low", "other")
	result.Spec.Affinity = affinity()
	status(result)
	return result
}

func status(pod *corev1.Pod) {
	pod.Status.Phase = corev1.PodPhase(pick("Pending", "Running", "Running", "Running", "Running", "Failed", "Succeeded", "Unknown"))
	pod.Status.QOSClass = corev1.PodQOSClass(pick("", "", "", "BestEffort", "Burstable", "Guaranteed"))
	if chance(5) {
		pod.DeletionTimestamp = &metav1.Time{Time: now.Add(time.Duration(random.Intn(120)-90) * time.Second)}
		if !chance(4) {
			pod.DeletionGracePeriodSeconds = pointer(int64(random.Intn(3) * 30))
		}
	}
	if chance(5) {
		pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{
			Type: "PodResizePending", Status: "True", Reason: pick("Infeasible", "Deferred")})
	}
	for _, it := range pod.Spec.Containers {
		pod.Status.ContainerStatuses = append(pod.Status.ContainerStatuses, containerStatuses(it.Name)...)
	}
	for _, it := range pod.Spec.InitContainers {
		pod.Status.InitContainerStatuses = append(pod.Status.InitContainerStatuses, containerStatuses(it.Name)...)
	}
}

func containerStatuses(name string) []corev1.ContainerStatus {
	if chance(2) {
		return nil
	}
	result := corev1.ContainerStatus{Name: name}
	if chance(2) {
		requirements := requirements()
		result.Resources = &requirements
	}
	if chance(2) {
		result.AllocatedResources = amounts(2)
	}
	return []corev1.ContainerStatus{result}
}

func container(name string, isInit bool) corev1.Container {
	result := corev1.Container{Name: name, Resources: requirements()}
	if isInit && chance(2) {
		result.RestartPolicy = pointer(corev1.ContainerRestartPolicyAlways)
	}
	return result
}

func requirements() corev1.ResourceRequirements {
	if chance(3) {
		return corev1.ResourceRequirements{}
	}
	return corev1.ResourceRequirements{Requests: amounts(2), Limits: amounts(2)}
}

// amounts are some of each resource, one of so many times.
func amounts(seldom int) corev1.ResourceList {
	choices := map[corev1.ResourceName][]string{
		"cpu":                                    {"0", "100m", "1", "1500m", "2"},
		"memory":                                 {"0", "64Mi", "1Gi", "500M", "1.5Gi"},
		"ephemeral-storage":                      {"1Gi", "2G"},
		"hugepages-2Mi":                          {"4Mi", "8Mi"},
		"example.com/gpu":                        {"1", "2"},
		"requests.example.com/odd":               {"1"},
		"kubernetes.io/native":                   {"1"},
		"deviceclass.resource.kubernetes.io/nic": {"3"},
	}
	sorted := make([]string, 0, len(choices))
	for name := range choices {
		sorted = append(sorted, string(name))
	}
	sort.Strings(sorted)
	result := corev1.ResourceList{}
	for i, name := range sorted {
		isCommon := name == "cpu" || name == "memory"
		if chance(seldom) && (isCommon || chance(3+i%2)) {
			result[corev1.ResourceName(name)] = resource.MustParse(pick(choices[corev1.ResourceName(name)]...))
		}
	}
	return result
}

func affinity() *corev1.Affinity {
	if !chance(4) {
		return nil
	}
	term := corev1.PodAffinityTerm{TopologyKey: "zone"}
	switch random.Intn(3) {
	case 0:
		term.Namespaces = []string{"elsewhere"}
	case 1:
		term.NamespaceSelector = &metav1.LabelSelector{}
	}
	weighted := []corev1.WeightedPodAffinityTerm{{Weight: 1, PodAffinityTerm: term}}
	switch random.Intn(4) {
	case 0:
		return &corev1.Affinity{PodAffinity: &corev1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{term}}}
	case 1:
		return &corev1.Affinity{PodAffinity: &corev1.PodAffinity{PreferredDuringSchedulingIgnoredDuringExecution: weighted}}
	case 2:
		return &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{term}}}
	default:
		return &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{PreferredDuringSchedulingIgnoredDuringExecution: weighted}}
	}
}

func service(number int) *corev1.Service {
	result := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: fmt.Sprintf("service-%d", number)}}
	result.Spec.Type = corev1.ServiceType(pick("", "ClusterIP", "NodePort", "LoadBalancer", "LoadBalancer", "ExternalName"))
	for i := range random.Intn(4) {
		result.Spec.Ports = append(result.Spec.Ports, corev1.ServicePort{Port: int32(80 + i), NodePort: int32(random.Intn(2) * 30000)})
	}
	if chance(2) {
		result.Spec.AllocateLoadBalancerNodePorts = pointer(chance(2))
	}
	return result
}

func volumeClaim(number int) *corev1.PersistentVolumeClaim {
	result := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: fmt.Sprintf("claim-%d", number)}}
	if chance(2) {
		result.Spec.StorageClassName = pointer(pick("gold", ""))
	}
	if chance(5) {
		result.Annotations = map[string]string{"volume.beta.kubernetes.io/storage-class": "old"}
	}
	if !chance(6) {
		result.Spec.Resources.Requests = corev1.ResourceList{"storage": resource.MustParse(pick("1Gi", "10G", "1500m", "100.5Mi"))}
	}
	if chance(2) {
		result.Status.AllocatedResources = corev1.ResourceList{"storage": resource.MustParse(pick("500Mi", "20Gi", "30000500m"))}
	}
	if chance(2) {
		result.Spec.VolumeAttributesClassName = pointer(pick("gold", "silver", ""))
	}
	if chance(3) {
		result.Status.CurrentVolumeAttributesClassName = pointer(pick("gold", "bronze"))
	}
	if chance(3) {
		result.Status.ModifyVolumeStatus = &corev1.ModifyVolumeStatus{TargetVolumeAttributesClassName: pick("silver", "")}
	}
	return result
}

func deviceClaim(number int) *resourcev1.ResourceClaim {
	result := &resourcev1.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "n", Name: fmt.Sprintf("devices-%d", number)}}
	for i := range 1 + random.Intn(3) {
		request := resourcev1.DeviceRequest{Name: fmt.Sprintf("r%d", i)}
		if chance(2) {
			request.Exactly = &resourcev1.ExactDeviceRequest{DeviceClassName: pick("gpu", "nic", "other"),
				AllocationMode: resourcev1.DeviceAllocationMode(pick("ExactCount", "All", "Unheard")), Count: int64(random.Intn(4))}
		} else {
			for j := range 1 + random.Intn(3) {
				request.FirstAvailable = append(request.FirstAvailable, resourcev1.DeviceSubRequest{Name: fmt.Sprintf("s%d", j),
					DeviceClassName: pick("gpu", "nic", "other"), AllocationMode: resourcev1.DeviceAllocationMode(pick("ExactCount", "All")),
					Count: int64(1 + random.Intn(4))})
			}
		}
		result.Spec.Devices.Requests = append(result.Spec.Devices.Requests, request)
	}
	return result
}

func class(name, extended string) *resourcev1.DeviceClass {
	result := &resourcev1.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if extended != "" {
		result.Spec.ExtendedResourceName = &extended
	}
	return result
}

func scope(name, operator string, values ...string) corev1.ScopedResourceSelectorRequirement {
	return corev1.ScopedResourceSelectorRequirement{ScopeName: corev1.ResourceQuotaScope(name),
		Operator: corev1.ScopeSelectorOperator(operator), Values: values}
}

func chance(oneIn int) bool { return random.Intn(oneIn) == 0 }

func pick(choices ...string) string { return choices[random.Intn(len(choices))] }

func pointer[T any](value T) *T { return &value }

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
