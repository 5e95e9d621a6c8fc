// Runs upstream's StatefulSet and DaemonSet controllers on generated sets and prints the revisions they
// create, one case per line, tab-separated:
//
//	statefulset | daemonset  set(JSON)  revision(JSON)  data
//	template  podTemplate(JSON)  collisionCount or "-"  hash      (controller.ComputeHash)
//
// The sets have gone through protobuf before, as they have when an informer hands them to a controller.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/controller/statefulset"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/randfill"
)

const setsPerKind = 130

var random = rand.New(rand.NewSource(5))

var words = []string{"", "a", "web", "nginx:1.27", "<b>&amp;", "schön", "日本", "\"quoted\"\n", "tab\t", "\u2028", "😀", "x/y", "/var/lib", "example.com/key"}
var quantities = []string{"0", "1", "100m", "1500m", "1.5", "2.500", "+3", "1Gi", "1024Mi", "1.5Gi", "100Ti", "3Pi", "7Ei", "9Ei", "12e6", "1e3", "5k", "0.1", "1n", "123456789012345678901", "64Mi", "1000Ki", "-5"}

func pick[T any](from []T) T { return from[random.Intn(len(from))] }

// filler fills structs with few fields set, all fields reachable.
func filler(nilChance float64) *randfill.Filler {
	return randfill.NewWithSeed(random.Int63()).NilChance(nilChance).NumElements(1, 2).MaxDepth(14).Funcs(
		func(text *string, c randfill.Continue) {
			if c.Intn(3) > 0 {
				*text = words[c.Intn(len(words))]
			}
		},
		func(number *int32, c randfill.Continue) { *number = int32(c.Intn(4)-1) * int32(c.Intn(70000)) },
		func(number *int64, c randfill.Continue) {
			*number = []int64{0, 1, -1, 30, 1000650000, 1 << 40, 1<<53 + 1, 1<<62 + 3, -(1 << 60)}[c.Intn(9)]
		},
		func(flag *bool, c randfill.Continue) { *flag = c.Intn(2) == 0 },
		func(quantity *resource.Quantity, c randfill.Continue) {
			*quantity = resource.MustParse(quantities[c.Intn(len(quantities))])
		},
		func(when *metav1.Time, c randfill.Continue) {},
		func(when **metav1.Time, c randfill.Continue) {},
		func(entries *[]metav1.ManagedFieldsEntry, c randfill.Continue) {},
		func(value *intstr.IntOrString, c randfill.Continue) {
			if c.Intn(2) == 0 {
				*value = intstr.FromInt32(int32(c.Intn(9000)))
			} else {
				*value = intstr.FromString([]string{"http", "25%", ""}[c.Intn(3)])
			}
		},
	)
}

func template(labels map[string]string) corev1.PodTemplateSpec {
	var result corev1.PodTemplateSpec
	filler([]float64{0.6, 0.8, 0.9, 0.97}[random.Intn(4)]).Fill(&result)
	if result.Labels == nil {
		result.Labels = map[string]string{}
	}
	for key, value := range labels {
		result.Labels[key] = value
	}
	if random.Intn(4) == 0 { // the plainest of templates
		result = corev1.PodTemplateSpec{
			ObjectMeta: metav1.ObjectMeta{Labels: labels},
			Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: pick(words), Ports: []corev1.ContainerPort{{ContainerPort: 80}}}}},
		}
	}
	return result
}

func meta(kind string, number int) metav1.ObjectMeta {
	result := metav1.ObjectMeta{Name: fmt.Sprintf("%s-%d", kind, number), Namespace: "default", UID: types.UID(fmt.Sprintf("uid-%s-%d", kind, number))}
	if random.Intn(30) == 0 {
		result.Name = strings.Repeat("long-", 48) + fmt.Sprint(number)
	}
	if random.Intn(3) == 0 {
		result.Annotations = map[string]string{"note": pick(words), "other": pick(words)}
	}
	return result
}

func collisions() *int32 {
	switch random.Intn(4) {
	case 0:
		return ptr.To(int32(random.Intn(3)))
	case 1:
		return ptr.To(random.Int31())
	default:
		return nil
	}
}

type message interface {
	runtime.Object
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

// throughProtobuf is what an informer makes of the object.
func throughProtobuf[T message](from, into T) T {
	bytes, err := from.Marshal()
	if err != nil {
		panic(err)
	}
	if err := into.Unmarshal(bytes); err != nil {
		panic(err)
	}
	return into
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var objects []runtime.Object
	sets := map[types.UID]any{}
	for number := range setsPerKind {
		labels := map[string]string{"app": fmt.Sprint(number)}
		selector := &metav1.LabelSelector{MatchLabels: labels}
		set := throughProtobuf(&appsv1.StatefulSet{
			ObjectMeta: meta("stateful", number),
			Spec:       appsv1.StatefulSetSpec{RevisionHistoryLimit: ptr.To(int32(10)), Replicas: ptr.To(int32(0)), Selector: selector, Template: template(labels), UpdateStrategy: appsv1.StatefulSetUpdateStrategy{Type: appsv1.RollingUpdateStatefulSetStrategyType}},
			Status:     appsv1.StatefulSetStatus{CollisionCount: collisions()},
		}, &appsv1.StatefulSet{})
		daemons := throughProtobuf(&appsv1.DaemonSet{
			ObjectMeta: meta("daemon", number),
			Spec:       appsv1.DaemonSetSpec{RevisionHistoryLimit: ptr.To(int32(10)), Selector: selector, Template: template(labels), UpdateStrategy: appsv1.DaemonSetUpdateStrategy{Type: appsv1.OnDeleteDaemonSetStrategyType}},
			Status:     appsv1.DaemonSetStatus{CollisionCount: collisions()},
		}, &appsv1.DaemonSet{})
		objects = append(objects, set, daemons)
		sets[set.UID] = set.DeepCopy()
		sets[daemons.UID] = daemons.DeepCopy()
	}

	client := fake.NewSimpleClientset(objects...)
	factory := informers.NewSharedInformerFactory(client, 0)
	stateful := statefulset.NewStatefulSetController(ctx, factory.Core().V1().Pods(), factory.Apps().V1().StatefulSets(),
		factory.Core().V1().PersistentVolumeClaims(), factory.Apps().V1().ControllerRevisions(), client)
	daemons, err := daemon.NewDaemonSetsController(ctx, factory.Apps().V1().DaemonSets(), factory.Apps().V1().ControllerRevisions(),
		factory.Core().V1().Pods(), factory.Core().V1().Nodes(), client, flowcontrol.NewBackOff(time.Second, time.Minute))
	if err != nil {
		panic(err)
	}
	factory.Start(ctx.Done())
	go stateful.Run(ctx, 2)
	go daemons.Run(ctx, 2)

	revisions := map[types.UID]appsv1.ControllerRevision{}
	for len(revisions) < 2*setsPerKind {
		time.Sleep(200 * time.Millisecond)
		found, err := client.AppsV1().ControllerRevisions("default").List(ctx, metav1.ListOptions{})
		if err != nil {
			panic(err)
		}
		for _, revision := range found.Items {
			revisions[revision.OwnerReferences[0].UID] = revision
		}
	}

	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := func(cells ...any) {
		for at, cell := range cells {
			if at > 0 {
				out.WriteByte('\t')
			}
			if text, ok := cell.(string); ok {
				out.WriteString(text)
				continue
			}
			bytes, err := json.Marshal(cell)
			if err != nil {
				panic(err)
			}
			out.Write(bytes)
		}
		out.WriteByte('\n')
	}
	var uids []string
	for uid := range sets {
		uids = append(uids, string(uid))
	}
	sort.Strings(uids)
	for _, uid := range uids {
		revision := revisions[types.UID(uid)]
		kind := strings.ToLower(revision.OwnerReferences[0].Kind)
		write(kind, sets[types.UID(uid)], &revision, string(revision.Data.Raw))
	}
	for range 100 {
		labels := map[string]string{"app": "x"}
		one := throughProtobuf(&appsv1.DaemonSet{Spec: appsv1.DaemonSetSpec{Template: template(labels)}}, &appsv1.DaemonSet{}).Spec.Template
		count := collisions()
		text := "-"
		if count != nil {
			text = fmt.Sprint(*count)
		}
		write("template", &one, text, controller.ComputeHash(&one, count))
	}
}
