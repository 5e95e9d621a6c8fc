// Package metrics is the metrics server of a real cluster: it serves the same three APIs as the embedded cluster, from the
// same annotations, behind kube-apiserver's aggregator. Amounts are a function of the objects and the time, computed when
// somebody asks; until then it neither lists nor watches anything.
package metrics

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// The groups it serves, with their versions, the preferred one first.
const (
	ResourceGroup = "metrics.k8s.io"
	CustomGroup   = "custom.metrics.k8s.io"
	ExternalGroup = "external.metrics.k8s.io"
)

// Versions are those of each group, the preferred one first.
var Versions = map[string][]string{ResourceGroup: {"v1beta1"}, CustomGroup: {"v1beta2", "v1beta1"}, ExternalGroup: {"v1beta1"}}

// Files are where the server finds its certificate and key, and the authority of the aggregator's certificate.
type Files struct{ Certificate, Key, ClientAuthority string }

type server struct {
	pods     *podCache
	client   kubernetes.Interface
	metadata metadata.Interface
	kinds    kinds
	now      func() time.Time
}

// Serve answers the aggregator until ctx ends. Whoever comes has shown the aggregator's certificate, and the API server has
// authorized the request before it passed it on.
func Serve(ctx context.Context, config *rest.Config, address string, files Files) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	objects, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	authority, err := os.ReadFile(files.ClientAuthority)
	if err != nil {
		return err
	}
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(authority) {
		return fmt.Errorf("no certificate in %s", files.ClientAuthority)
	}
	handler := (&server{pods: newPodCache(ctx, client), client: client, metadata: objects,
		kinds: kinds{restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))}, now: time.Now}).routes()
	listening := &http.Server{Addr: address, Handler: handler, ReadHeaderTimeout: 10 * time.Second,
		TLSConfig: &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: trusted}}
	go func() {
		<-ctx.Done()
		_ = listening.Close()
	}()
	log.Printf("serving metrics on %s", address)
	err = listening.ListenAndServeTLS(files.Certificate, files.Key)
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func (s *server) routes() http.Handler {
	routes := http.NewServeMux()
	handle := func(pattern string, answer func(*http.Request) (any, error)) {
		routes.HandleFunc("GET "+pattern, func(writer http.ResponseWriter, request *http.Request) {
			document, err := answer(request)
			if err != nil {
				respond(writer, statusOf(err))
				return
			}
			respond(writer, document)
		})
	}
	for group, versions := range Versions {
		for _, version := range versions {
			list := discovery(group, version)
			handle(fmt.Sprintf("/apis/%s/%s", group, version), func(*http.Request) (any, error) { return list, nil })
		}
	}
	// The aggregator asks for schemas again and again where there are none at all.
	handle("/openapi/v2", func(*http.Request) (any, error) {
		return map[string]any{"swagger": "2.0", "info": map[string]string{"title": "metrics", "version": "v1beta1"}, "paths": map[string]any{}}, nil
	})
	handle("/openapi/v3", func(*http.Request) (any, error) { return map[string]any{"paths": map[string]any{}}, nil })
	const resources = "/apis/" + ResourceGroup + "/v1beta1"
	handle(resources+"/pods", s.listPods)
	handle(resources+"/namespaces/{namespace}/pods", s.listPods)
	handle(resources+"/namespaces/{namespace}/pods/{name}", s.getPod)
	handle(resources+"/nodes", s.listNodes)
	handle(resources+"/nodes/{name}", s.getNode)
	const custom = "/apis/" + CustomGroup + "/{version}"
	handle(custom+"/namespaces/{namespace}/{resource}/{name}/{metric}", s.custom)
	handle(custom+"/namespaces/{namespace}/metrics/{metric}", s.customOfNamespace)
	handle(custom+"/{resource}/{name}/{metric}", s.custom)
	handle("/apis/"+ExternalGroup+"/v1beta1/namespaces/{namespace}/{metric}", s.external)
	return routes
}

// discovery is the older form, which kube-apiserver turns into the newer. Which custom and external metrics there are only
// a look at every object could tell: none is listed.
func discovery(group, version string) metav1.APIResourceList {
	list := metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"},
		GroupVersion: group + "/" + version, APIResources: []metav1.APIResource{}}
	if group == ResourceGroup {
		verbs := metav1.Verbs{"get", "list"}
		list.APIResources = []metav1.APIResource{
			{Name: "nodes", Namespaced: false, Kind: "NodeMetrics", Verbs: verbs},
			{Name: "pods", Namespaced: true, Kind: "PodMetrics", Verbs: verbs},
		}
	}
	return list
}

// statusOf says it as an API server does; what is wrong with an annotation is the server's to tell, and nobody's request is at fault.
func statusOf(err error) *metav1.Status {
	var known apierrors.APIStatus
	if errors.As(err, &known) {
		status := known.Status()
		status.Kind, status.APIVersion = "Status", "v1"
		return &status
	}
	return &metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure,
		Message: err.Error(), Code: http.StatusInternalServerError}
}

func respond(writer http.ResponseWriter, document any) {
	writer.Header().Set("Content-Type", "application/json")
	if status, failed := document.(*metav1.Status); failed {
		writer.WriteHeader(int(status.Code))
	}
	if err := json.NewEncoder(writer).Encode(document); err != nil {
		log.Printf("answering: %v", err)
	}
}

// noMetric is the answer where there is no value of a custom or external metric.
func noMetric(metric, of string) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: http.StatusNotFound,
		Reason: metav1.StatusReasonNotFound, Message: fmt.Sprintf("the server could not find the metric %s for %s", metric, of)}}
}
