package cluster

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"dev.kcm/conformance/harness/internal/metrics"
	"dev.kcm/conformance/harness/internal/process"
)

// MetricsCommand is the hidden subcommand that the metrics server of a cluster runs as.
const MetricsCommand = "serve-metrics"

// metricsService leads the aggregator to the metrics server, under a name that its certificate has.
const metricsService, metricsNamespace = "metrics-server", "kube-system"

var apiServices = schema.GroupVersionResource{Group: "apiregistration.k8s.io", Version: "v1", Resource: "apiservices"}

// startMetrics starts our own metrics server and has the API server pass requests for its groups on to it.
func (c *Cluster) startMetrics(ctx context.Context, client kubernetes.Interface) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	started, err := process.Start(c.directory, metricsServer, self, MetricsCommand, c.Name)
	if err != nil {
		return err
	}
	if err := c.addMetricsService(ctx, client); err != nil {
		return fmt.Errorf("adding the service of the metrics server: %w", err)
	}
	config, err := c.RESTConfig()
	if err != nil {
		return err
	}
	registered, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	if err := c.registerMetrics(ctx, registered); err != nil {
		return failure(started, "cannot be registered: "+err.Error())
	}
	return nil
}

// addMetricsService waits for the namespace, which the API server makes shortly after it is ready.
func (c *Cluster) addMetricsService(ctx context.Context, client kubernetes.Interface) error {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: metricsService},
		Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "localhost",
			Ports: []corev1.ServicePort{{Port: int32(c.Ports.Metrics)}}}}
	return until(ctx, "adding it", time.Minute, func(ctx context.Context) (bool, error) {
		_, err := client.CoreV1().Services(metricsNamespace).Create(ctx, service, metav1.CreateOptions{})
		return err == nil || apierrors.IsAlreadyExists(err), err
	})
}

func (c *Cluster) registerMetrics(ctx context.Context, client dynamic.Interface) error {
	authority, err := os.ReadFile(c.pki("ca.crt"))
	if err != nil {
		return err
	}
	var names []string
	for group, versions := range metrics.Versions {
		for rank, version := range versions {
			service := apiService(group, version, c.Ports.Metrics, rank, authority)
			if _, err := client.Resource(apiServices).Create(ctx, service, metav1.CreateOptions{}); err != nil {
				return err
			}
			names = append(names, service.GetName())
		}
	}
	return until(ctx, "the metrics APIs are not available", startLimit, func(ctx context.Context) (bool, error) {
		for _, name := range names {
			service, err := client.Resource(apiServices).Get(ctx, name, metav1.GetOptions{})
			if err != nil || !isAvailable(service) {
				return false, err
			}
		}
		return true, nil
	})
}

// apiService registers one version of a group; rank is zero for the preferred one.
func apiService(group, version string, port, rank int, authority []byte) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": apiServices.GroupVersion().String(), "kind": "APIService",
		"metadata": map[string]any{"name": version + "." + group},
		"spec": map[string]any{
			"group": group, "version": version, "groupPriorityMinimum": int64(100), "versionPriority": int64(100 - rank),
			"caBundle": base64.StdEncoding.EncodeToString(authority),
			"service":  map[string]any{"name": metricsService, "namespace": metricsNamespace, "port": int64(port)},
		}}}
}

func isAvailable(service *unstructured.Unstructured) bool {
	conditions, _, _ := unstructured.NestedSlice(service.Object, "status", "conditions")
	for _, condition := range conditions {
		if fields, ok := condition.(map[string]any); ok && fields["type"] == "Available" {
			return fields["status"] == "True"
		}
	}
	return false
}

// RunMetrics is the metrics server of a cluster, until ctx ends.
func RunMetrics(ctx context.Context, environment Environment, name string) error {
	cluster, err := Open(environment, name)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", cluster.path(metricsServer+".kubeconfig"))
	if err != nil {
		return err
	}
	config.QPS = -1
	config.UserAgent = metricsServer
	return metrics.Serve(ctx, config, fmt.Sprintf("127.0.0.1:%d", cluster.Ports.Metrics), metrics.Files{
		Certificate: cluster.pki(metricsServer + ".crt"), Key: cluster.pki(metricsServer + ".key"),
		ClientAuthority: cluster.pki("front-proxy-ca.crt")})
}
