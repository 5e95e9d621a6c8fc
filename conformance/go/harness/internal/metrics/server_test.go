package metrics

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
)

// Answers of the server are those of the embedded cluster (MetricsApisTest.java).
func TestAnswers(t *testing.T) {
	routes := testServer(t).routes()
	const pods, custom = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods", "/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop"
	for _, test := range []struct {
		path     string
		code     int
		contains string
	}{
		{"/apis/metrics.k8s.io/v1beta1", 200, `"name":"pods"`},
		{"/apis/custom.metrics.k8s.io/v1beta1", 200, `"groupVersion":"custom.metrics.k8s.io/v1beta1"`},
		{pods, 200, `"containers":[{"name":"main","usage":{"cpu":"250m","memory":"64Mi"}}]`},
		{pods + "?labelSelector=app%3Dnone", 200, `"items":[]`},
		{pods + "?fieldSelector=metadata.name%3Dweb-1", 200, `"name":"web-1"`},
		{pods + "/web-1", 200, `"kind":"PodMetrics"`},
		{pods + "/absent", 404, `podmetrics.metrics.k8s.io \"shop/absent\" not found`},
		{pods + "/nobody", 404, `pods \"nobody\" not found`},
		{"/apis/metrics.k8s.io/v1beta1/pods", 500, `annotation kcm.dev/cpu of pod broken/typo cannot be read`},
		{"/apis/metrics.k8s.io/v1beta1/nodes", 500, `annotation kcm.dev/cpu of pod broken/typo cannot be read`},
		{custom + "/pods/*/hits?labelSelector=app%3Dweb", 200, `"metric":{"name":"hits","selector":null}`},
		{custom + "/pods/web-1/hits", 200, `"value":"5"`},
		{custom + "/pods/web-1/misses", 404, `the server could not find the metric misses for pods web-1`},
		{custom + "/pods/*/misses", 404, `the server could not find the metric misses for pods"`},
		{strings.Replace(custom, "v1beta2", "v1beta1", 1) + "/pods/web-1/hits", 200, `"metricName":"hits"`},
		{custom + "/metrics/visitors", 200, `"value":"7"`},
		{custom + "/things/web/hits", 404, `"code":404`},
		{"/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_length", 200, `"value":"30"`},
		{"/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/rain", 404, `the server could not find the metric rain for namespaces shop`},
	} {
		recorder := httptest.NewRecorder()
		routes.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, test.path, nil))
		if recorder.Code != test.code || !strings.Contains(recorder.Body.String(), test.contains) {
			t.Errorf("GET %s: %d %s, not %d with %s", test.path, recorder.Code, recorder.Body, test.code, test.contains)
		}
	}
}

func TestTables(t *testing.T) {
	request := httptest.NewRequest(http.MethodGet, "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods", nil)
	request.Header.Set("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json")
	recorder := httptest.NewRecorder()
	testServer(t).routes().ServeHTTP(recorder, request)
	if !strings.Contains(recorder.Body.String(), `"cells":["web-1","250m","64Mi","1s"]`) {
		t.Error(recorder.Body)
	}
}

func testServer(t *testing.T) *server {
	pod := func(namespace, name string, annotations map[string]string) *corev1.Pod {
		return &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: map[string]string{"app": "web"}, Annotations: annotations},
			Spec:       corev1.PodSpec{NodeName: "node-1", Containers: []corev1.Container{{Name: "main"}}},
			Status:     corev1.PodStatus{Phase: corev1.PodRunning}}
	}
	client := fake.NewClientset(
		pod("shop", "web-1", map[string]string{cpuAnnotation: "250m", memoryAnnotation: "64Mi", metricPrefix + "hits": "5"}),
		pod("shop", "absent", map[string]string{cpuAnnotation: none}),
		pod("broken", "typo", map[string]string{cpuAnnotation: "25O"}),
		&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1"}},
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop",
			Annotations: map[string]string{metricPrefix + "visitors": "7", externalPrefix + "queue_length": "30"}}})
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
	return &server{pods: newPodCache(t.Context(), client), client: client, kinds: kinds{mapper}, now: func() time.Time { return start }}
}
