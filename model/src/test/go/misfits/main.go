// Prints what Go says of documents in which one value does not fit its type, one case per line, tab-separated:
//
//	misfit  group/version/Kind  document  what reading says  what converting from an unstructured object says
//
// Documents and words are JSON; the words are null where nothing is wrong.
package main

import (
	"bufio"
	stdjson "encoding/json"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/json"
)

var kinds = []struct {
	name string
	kind any
}{
	{"/v1/ConfigMap", corev1.ConfigMap{}}, {"/v1/Secret", corev1.Secret{}}, {"/v1/Pod", corev1.Pod{}}, {"/v1/Service", corev1.Service{}},
	{"/v1/Node", corev1.Node{}}, {"/v1/Event", corev1.Event{}}, {"/v1/PersistentVolume", corev1.PersistentVolume{}},
	{"/v1/PersistentVolumeClaim", corev1.PersistentVolumeClaim{}}, {"/v1/LimitRange", corev1.LimitRange{}}, {"/v1/ResourceQuota", corev1.ResourceQuota{}},
	{"apps/v1/Deployment", appsv1.Deployment{}}, {"apps/v1/StatefulSet", appsv1.StatefulSet{}}, {"apps/v1/DaemonSet", appsv1.DaemonSet{}},
	{"batch/v1/Job", batchv1.Job{}}, {"batch/v1/CronJob", batchv1.CronJob{}}, {"autoscaling/v2/HorizontalPodAutoscaler", autoscalingv2.HorizontalPodAutoscaler{}},
	{"certificates.k8s.io/v1/CertificateSigningRequest", certificatesv1.CertificateSigningRequest{}}, {"coordination.k8s.io/v1/Lease", coordinationv1.Lease{}},
	{"discovery.k8s.io/v1/EndpointSlice", discoveryv1.EndpointSlice{}}, {"networking.k8s.io/v1/Ingress", networkingv1.Ingress{}},
	{"policy/v1/PodDisruptionBudget", policyv1.PodDisruptionBudget{}}, {"rbac.authorization.k8s.io/v1/Role", rbacv1.Role{}},
}

var (
	quantity    = reflect.TypeFor[resource.Quantity]()
	moment      = reflect.TypeFor[metav1.Time]()
	microMoment = reflect.TypeFor[metav1.MicroTime]()
	intOrString = reflect.TypeFor[intstr.IntOrString]()
	duration    = reflect.TypeFor[metav1.Duration]()
	raw         = reflect.TypeFor[runtime.RawExtension]()
	fieldSet    = reflect.TypeFor[metav1.FieldsV1]()
)

// Of every kind of JSON; some fit some types.
var values = []any{
	"a", "", "yes", 5, -1, 80.5, 1e30, 99999999999, true, false, []any{}, []any{1}, []any{"a"}, map[string]any{}, map[string]any{"a": 1}, map[string]any{"a": "b"}, "YQ==", "YQ=", "Y", "!!",
	"2026-01-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01", "2026-01-01T25:00:00Z", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500000+01:00x", "100m", "1e3", "5x",
}

func isText(value any) bool { _, ok := value.(string); return ok }

// document is one with a random value somewhere inside; nil where a field was met that has no words of its own.
func document(random *rand.Rand, t reflect.Type, depth int) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if depth > 0 && random.Intn(6) == 0 {
		return values[random.Intn(len(values))]
	}
	switch t {
	case duration, raw, fieldSet:
		return nil
	case quantity, moment, microMoment, intOrString:
		return values[random.Intn(len(values))]
	}
	switch t.Kind() {
	case reflect.Struct:
		return member(random, t, depth)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return values[random.Intn(len(values))]
		}
		return []any{document(random, t.Elem(), depth+1)}
	case reflect.Map:
		return map[string]any{"key": document(random, t.Elem(), depth+1)}
	case reflect.Interface:
		return nil
	default:
		return values[random.Intn(len(values))]
	}
}

func member(random *rand.Rand, t reflect.Type, depth int) any {
	fields := t.NumField()
	if fields == 0 {
		return map[string]any{}
	}
	field := t.Field(random.Intn(fields))
	name := strings.Split(field.Tag.Get("json"), ",")[0]
	if field.Type == reflect.TypeFor[metav1.TypeMeta]() {
		return member(random, t, depth)
	}
	if name == "" {
		return document(random, field.Type, depth)
	}
	return map[string]any{name: document(random, field.Type, depth+1)}
}

// Go would take numbers for bytes.
func hasArrayOfBytes(words string) bool { return strings.Contains(words, "uint8") }

func quoted(value any) string {
	text, err := stdjson.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func words(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	random := rand.New(rand.NewSource(7))
	for _, kind := range kinds {
		t := reflect.TypeOf(kind.kind)
		for n := 0; n < 120; {
			made := document(random, t, 0)
			object, isObject := made.(map[string]any)
			if !isObject {
				continue
			}
			text := quoted(object)
			if strings.Contains(text, "null") {
				continue
			}
			read := json.UnmarshalCaseSensitivePreserveInts([]byte(text), reflect.New(t).Interface())
			var unstructured map[string]any
			if err := json.UnmarshalCaseSensitivePreserveInts([]byte(text), &unstructured); err != nil {
				panic(err)
			}
			converted := runtime.DefaultUnstructuredConverter.FromUnstructured(unstructured, reflect.New(t).Interface())
			if read == nil && n%4 != 0 || read != nil && hasArrayOfBytes(read.Error()) && strings.Contains(text, "[") {
				continue
			}
			fmt.Fprintf(out, "misfit\t%s\t%s\t%s\t%s\n", kind.name, text, quoted(words(read)), quoted(words(converted)))
			n++
		}
	}
}
