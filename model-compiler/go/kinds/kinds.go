// Package kinds knows which kinds the model covers: every kind of every group and version that a
// kube-apiserver of this release can serve, and the metrics APIs.
package kinds

import (
	"sort"
	"strings"

	apidiscovery "k8s.io/api/apidiscovery/v2"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	custommetrics "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalmetrics "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	metrics "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// Scheme holds the Go types of all kinds.
func Scheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		clientscheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme,
		metrics.AddToScheme, custommetrics.AddToScheme, externalmetrics.AddToScheme,
		metav1.AddMetaToScheme, apidiscovery.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			panic(err)
		}
	}
	return scheme
}

// Of returns the kinds of the served group versions, sorted.
func Of(scheme *runtime.Scheme, served map[schema.GroupVersion]bool) []schema.GroupVersionKind {
	var found []schema.GroupVersionKind
	for kind, goType := range scheme.AllKnownTypes() {
		shared := strings.HasPrefix(goType.PkgPath(), "k8s.io/apimachinery/")
		home := kind.GroupVersion() == schema.GroupVersion{Version: "v1"}
		metaHome := kind.GroupVersion() == schema.GroupVersion{Group: "meta.k8s.io", Version: "v1"}
		if shared && !home && !metaHome || !served[kind.GroupVersion()] && !metaHome {
			continue
		}
		found = append(found, kind)
	}
	sort.Slice(found, func(i, j int) bool {
		a, b := found[i], found[j]
		if a.Group != b.Group {
			return a.Group < b.Group
		}
		if a.Version != b.Version {
			return a.Version < b.Version
		}
		return a.Kind < b.Kind
	})
	return found
}
