package metrics

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	metricsv1beta1 "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// window is that of the embedded cluster: amounts are those of a moment.
const window = time.Second

func (s *server) listPods(request *http.Request) (any, error) {
	selected, err := selectionOf(request)
	if err != nil {
		return nil, err
	}
	pods, err := s.pods.list(request.PathValue("namespace"), selected.labels)
	if err != nil {
		return nil, err
	}
	list := metricsv1beta1.PodMetricsList{TypeMeta: typeOf("PodMetricsList"), Items: []metricsv1beta1.PodMetrics{}}
	for _, pod := range pods {
		if !selected.fields.Matches(fields.Set{"metadata.name": pod.Name, "metadata.namespace": pod.Namespace,
			"spec.nodeName": pod.Spec.NodeName, "status.phase": string(pod.Status.Phase)}) {
			continue
		}
		metrics, err := s.podMetrics(pod)
		if err != nil {
			return nil, err
		}
		if metrics != nil {
			list.Items = append(list.Items, *metrics)
		}
	}
	if wantsTable(request) {
		return tableOf(list.Items, podRow), nil
	}
	return list, nil
}

func (s *server) getPod(request *http.Request) (any, error) {
	namespace, name := request.PathValue("namespace"), request.PathValue("name")
	pod, err := s.pods.get(namespace, name)
	if err != nil {
		return nil, err
	}
	metrics, err := s.podMetrics(pod)
	if err != nil {
		return nil, err
	}
	if metrics == nil {
		return nil, apierrors.NewNotFound(schema.GroupResource{Group: ResourceGroup, Resource: "podmetrics"}, namespace+"/"+name)
	}
	if wantsTable(request) {
		return tableOf([]metricsv1beta1.PodMetrics{*metrics}, podRow), nil
	}
	metrics.TypeMeta = typeOf("PodMetrics")
	return metrics, nil
}

func (s *server) podMetrics(pod *corev1.Pod) (*metricsv1beta1.PodMetrics, error) {
	now := s.now()
	containers, err := podUsage(pod, now)
	if err != nil || containers == nil {
		return nil, err
	}
	return &metricsv1beta1.PodMetrics{ObjectMeta: metadataOf(&pod.ObjectMeta, now), Timestamp: metav1.NewTime(now),
		Window: metav1.Duration{Duration: window}, Containers: containers}, nil
}

func (s *server) listNodes(request *http.Request) (any, error) {
	nodes, err := s.client.CoreV1().Nodes().List(request.Context(), metav1.ListOptions{ResourceVersion: "0",
		LabelSelector: request.FormValue("labelSelector"), FieldSelector: request.FormValue("fieldSelector")})
	if err != nil {
		return nil, err
	}
	sorted(nodes.Items, func(node corev1.Node) string { return node.Name })
	usage, err := s.usageByNode()
	if err != nil {
		return nil, err
	}
	list := metricsv1beta1.NodeMetricsList{TypeMeta: typeOf("NodeMetricsList"), Items: []metricsv1beta1.NodeMetrics{}}
	for _, node := range nodes.Items {
		list.Items = append(list.Items, s.nodeMetrics(&node, usage))
	}
	if wantsTable(request) {
		return tableOf(list.Items, nodeRow), nil
	}
	return list, nil
}

func (s *server) getNode(request *http.Request) (any, error) {
	node, err := s.client.CoreV1().Nodes().Get(request.Context(), request.PathValue("name"), metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	usage, err := s.usageByNode()
	if err != nil {
		return nil, err
	}
	metrics := s.nodeMetrics(node, usage)
	if wantsTable(request) {
		return tableOf([]metricsv1beta1.NodeMetrics{metrics}, nodeRow), nil
	}
	metrics.TypeMeta = typeOf("NodeMetrics")
	return metrics, nil
}

func (s *server) nodeMetrics(node *corev1.Node, usage map[string]corev1.ResourceList) metricsv1beta1.NodeMetrics {
	now := s.now()
	used, isUsed := usage[node.Name]
	if !isUsed {
		used = add(nil, nil)
	}
	return metricsv1beta1.NodeMetrics{ObjectMeta: metadataOf(&node.ObjectMeta, now), Timestamp: metav1.NewTime(now),
		Window: metav1.Duration{Duration: window}, Usage: used}
}

// usageByNode sums up what the pods of each node use.
func (s *server) usageByNode() (map[string]corev1.ResourceList, error) {
	pods, err := s.pods.list("", labels.Everything())
	if err != nil {
		return nil, err
	}
	now, usage := s.now(), map[string]corev1.ResourceList{}
	for _, pod := range pods {
		containers, err := podUsage(pod, now)
		if err != nil {
			return nil, err
		}
		for _, container := range containers {
			usage[pod.Spec.NodeName] = add(usage[pod.Spec.NodeName], container.Usage)
		}
	}
	return usage, nil
}

func add(sum, more corev1.ResourceList) corev1.ResourceList {
	result := corev1.ResourceList{}
	for _, name := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory} {
		amount := sum[name].DeepCopy()
		amount.Add(more[name])
		result[name] = amount
	}
	return result
}

func metadataOf(of *metav1.ObjectMeta, now time.Time) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: of.Name, Namespace: of.Namespace, CreationTimestamp: metav1.NewTime(now), Labels: of.Labels}
}

func typeOf(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{Kind: kind, APIVersion: ResourceGroup + "/v1beta1"}
}

type selection struct {
	labels labels.Selector
	fields fields.Selector
}

func selectionOf(request *http.Request) (selection, error) {
	byLabels, err := labels.Parse(request.FormValue("labelSelector"))
	if err != nil {
		return selection{}, apierrors.NewBadRequest(err.Error())
	}
	byFields, err := fields.ParseSelector(request.FormValue("fieldSelector"))
	if err != nil {
		return selection{}, apierrors.NewBadRequest(err.Error())
	}
	return selection{byLabels, byFields}, nil
}

func wantsTable(request *http.Request) bool {
	return strings.Contains(request.Header.Get("Accept"), "as=Table;v=v1;g=meta.k8s.io")
}

// tableOf has the columns of metrics-server.
func tableOf[T any](items []T, row func(*T) (corev1.ResourceList, *metav1.ObjectMeta)) metav1.Table {
	table := metav1.Table{TypeMeta: metav1.TypeMeta{Kind: "Table", APIVersion: "meta.k8s.io/v1"}, Rows: []metav1.TableRow{},
		ColumnDefinitions: []metav1.TableColumnDefinition{{Name: "Name", Type: "string", Format: "name"},
			{Name: "cpu", Type: "string", Format: "quantity"}, {Name: "memory", Type: "string", Format: "quantity"},
			{Name: "Window", Type: "string", Format: "duration"}}}
	for at := range items {
		usage, meta := row(&items[at])
		table.Rows = append(table.Rows, metav1.TableRow{
			Cells: []any{meta.Name, usage.Cpu().String(), usage.Memory().String(), window.String()},
			Object: runtime.RawExtension{Object: &metav1.PartialObjectMetadata{
				TypeMeta: metav1.TypeMeta{Kind: "PartialObjectMetadata", APIVersion: "meta.k8s.io/v1"}, ObjectMeta: *meta}}})
	}
	return table
}

func podRow(pod *metricsv1beta1.PodMetrics) (corev1.ResourceList, *metav1.ObjectMeta) {
	var usage corev1.ResourceList
	for _, container := range pod.Containers {
		usage = add(usage, container.Usage)
	}
	return usage, &pod.ObjectMeta
}

func nodeRow(node *metricsv1beta1.NodeMetrics) (corev1.ResourceList, *metav1.ObjectMeta) {
	return node.Usage, &node.ObjectMeta
}

func sorted[T any](items []T, key func(T) string) {
	slices.SortFunc(items, func(one, other T) int { return cmp.Compare(key(one), key(other)) })
}
