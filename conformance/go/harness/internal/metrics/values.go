package metrics

import (
	"net/http"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	customv1beta1 "k8s.io/metrics/pkg/apis/custom_metrics/v1beta1"
	customv1beta2 "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalv1beta1 "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
)

const allObjects = customv1beta2.AllObjects

// value is that of a metric for one object.
type value struct {
	of     corev1.ObjectReference
	amount resource.Quantity
}

// custom answers for one object, or for all that a selector has.
func (s *server) custom(request *http.Request) (any, error) {
	metric, name := request.PathValue("metric"), request.PathValue("name")
	named := schema.ParseGroupResource(request.PathValue("resource"))
	kind, err := s.kinds.find(named)
	if err != nil || (request.PathValue("namespace") != "") != kind.isNamespaced {
		return nil, apierrors.NewGenericServerResponse(http.StatusNotFound, "", schema.GroupResource{}, "", "", 0, true)
	}
	objects, err := s.objects(request, kind, name)
	if err != nil {
		return nil, err
	}
	var values []value
	for _, object := range objects {
		found, err := s.value(kind.kind, object, metricPrefix+metric)
		if err != nil {
			return nil, err
		}
		if found != nil {
			values = append(values, *found)
		}
	}
	if len(values) == 0 {
		of := named.String()
		if name != allObjects {
			of += " " + name
		}
		return nil, noMetric(metric, of)
	}
	return s.answer(request.PathValue("version"), metric, values), nil
}

// objects are those that are measured; pods come from the cache.
func (s *server) objects(request *http.Request, kind measured, name string) ([]*metav1.ObjectMeta, error) {
	namespace := request.PathValue("namespace")
	selected, err := selectionOf(request)
	if err != nil {
		return nil, err
	}
	if kind.resource.Resource == "pods" && kind.resource.Group == "" {
		return s.measuredPods(namespace, name, selected)
	}
	client := s.metadata.Resource(kind.resource).Namespace(namespace)
	if name != allObjects {
		object, err := client.Get(request.Context(), name, metav1.GetOptions{ResourceVersion: "0"})
		if err != nil {
			return nil, err
		}
		return []*metav1.ObjectMeta{&object.ObjectMeta}, nil
	}
	list, err := client.List(request.Context(), metav1.ListOptions{LabelSelector: selected.labels.String(), ResourceVersion: "0"})
	if err != nil {
		return nil, err
	}
	sorted(list.Items, func(item metav1.PartialObjectMetadata) string { return item.Name })
	var objects []*metav1.ObjectMeta
	for at := range list.Items {
		objects = append(objects, &list.Items[at].ObjectMeta)
	}
	return objects, nil
}

func (s *server) measuredPods(namespace, name string, selected selection) ([]*metav1.ObjectMeta, error) {
	if name != allObjects {
		pod, err := s.pods.get(namespace, name)
		if err != nil {
			return nil, err
		}
		return []*metav1.ObjectMeta{&pod.ObjectMeta}, nil
	}
	pods, err := s.pods.list(namespace, selected.labels)
	var objects []*metav1.ObjectMeta
	for _, pod := range pods {
		objects = append(objects, &pod.ObjectMeta)
	}
	return objects, err
}

// customOfNamespace answers for the namespace itself.
func (s *server) customOfNamespace(request *http.Request) (any, error) {
	metric := request.PathValue("metric")
	found, err := s.ofNamespace(request, metricPrefix+metric)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, noMetric(metric, "namespaces "+request.PathValue("namespace"))
	}
	return s.answer(request.PathValue("version"), metric, []value{*found}), nil
}

// external answers for the namespace that the metric is asked in. Values have no labels: a selector selects them all the same.
func (s *server) external(request *http.Request) (any, error) {
	metric := request.PathValue("metric")
	found, err := s.ofNamespace(request, externalPrefix+metric)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, noMetric(metric, "namespaces "+request.PathValue("namespace"))
	}
	return externalv1beta1.ExternalMetricValueList{
		TypeMeta: metav1.TypeMeta{Kind: "ExternalMetricValueList", APIVersion: ExternalGroup + "/v1beta1"},
		Items: []externalv1beta1.ExternalMetricValue{{MetricName: metric, MetricLabels: map[string]string{},
			Timestamp: metav1.NewTime(s.now()), Value: found.amount}}}, nil
}

func (s *server) ofNamespace(request *http.Request, annotation string) (*value, error) {
	namespace, err := s.client.CoreV1().Namespaces().Get(request.Context(), request.PathValue("namespace"), metav1.GetOptions{ResourceVersion: "0"})
	if err != nil {
		return nil, err
	}
	return s.value(corev1.SchemeGroupVersion.WithKind("Namespace"), &namespace.ObjectMeta, annotation)
}

// value is nil for an object without the annotation.
func (s *server) value(kind schema.GroupVersionKind, object *metav1.ObjectMeta, annotation string) (*value, error) {
	of := annotated{kind: strings.ToLower(kind.Kind), meta: object}
	amount, err := of.amount(annotation, object.CreationTimestamp.Time, s.now(), true)
	if err != nil || amount == nil {
		return nil, err
	}
	version, name := kind.ToAPIVersionAndKind()
	return &value{of: corev1.ObjectReference{Kind: name, APIVersion: version, Namespace: object.Namespace, Name: object.Name}, amount: *amount}, nil
}

func (s *server) answer(version, metric string, values []value) any {
	now := metav1.NewTime(s.now())
	if version == "v1beta1" {
		list := customv1beta1.MetricValueList{TypeMeta: metav1.TypeMeta{Kind: "MetricValueList", APIVersion: CustomGroup + "/v1beta1"}}
		for _, each := range values {
			list.Items = append(list.Items, customv1beta1.MetricValue{DescribedObject: each.of, MetricName: metric, Timestamp: now, Value: each.amount})
		}
		return list
	}
	list := customv1beta2.MetricValueList{TypeMeta: metav1.TypeMeta{Kind: "MetricValueList", APIVersion: CustomGroup + "/v1beta2"}}
	for _, each := range values {
		list.Items = append(list.Items, customv1beta2.MetricValue{DescribedObject: each.of,
			Metric: customv1beta2.MetricIdentifier{Name: metric}, Timestamp: now, Value: each.amount})
	}
	return list
}

// measured is a kind of object that a metric can be of.
type measured struct {
	resource     schema.GroupVersionResource
	kind         schema.GroupVersionKind
	isNamespaced bool
}

// kinds finds out by the mapper, which asks the API server once.
type kinds struct{ mapper meta.RESTMapper }

func (k kinds) find(named schema.GroupResource) (measured, error) {
	resource, err := k.mapper.ResourceFor(named.WithVersion(""))
	if err == nil && resource.GroupResource() != named { // found in another group
		err = apierrors.NewNotFound(named, "")
	}
	if err != nil {
		return measured{}, err
	}
	kind, err := k.mapper.KindFor(resource)
	if err != nil {
		return measured{}, err
	}
	mapping, err := k.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if err != nil {
		return measured{}, err
	}
	return measured{resource, kind, mapping.Scope.Name() == meta.RESTScopeNameNamespace}, nil
}
