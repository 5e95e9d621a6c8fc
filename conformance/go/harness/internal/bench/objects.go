package bench

import (
	"context"
	"fmt"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// many is a benchmark of many small objects: they are created, all reach their goal, they are deleted, all are gone.
type many struct {
	name    string
	count   int
	nodes   int
	prepare func(ctx context.Context, subject *Subject) error
	create  func(ctx context.Context, subject *Subject, number int) error
	// reached counts the objects that are where they should be.
	reached func(ctx context.Context, subject *Subject) (int, error)
	delete  func(ctx context.Context, subject *Subject) error
	// left counts what is still there.
	left func(ctx context.Context, subject *Subject) (int, error)
}

func (m many) benchmark() Benchmark {
	return Benchmark{Name: m.name, Nodes: m.nodes, Prepare: m.prepare, Run: func(ctx context.Context, subject *Subject) ([]Phase, error) {
		created, err := subject.measure(ctx, "create", m.count, func(ctx context.Context) error {
			err := forEach(ctx, m.count, func(ctx context.Context, number int) error { return m.create(ctx, subject, number) })
			if err != nil {
				return err
			}
			return until(ctx, fmt.Sprintf("%d %s done", m.count, m.name), func(ctx context.Context) (bool, error) {
				count, err := m.reached(ctx, subject)
				return count >= m.count, err
			})
		})
		if err != nil {
			return nil, err
		}
		deleted, err := subject.measure(ctx, "delete", m.count, func(ctx context.Context) error {
			if err := m.delete(ctx, subject); err != nil {
				return err
			}
			return until(ctx, m.name+" gone", func(ctx context.Context) (bool, error) {
				count, err := m.left(ctx, subject)
				return count == 0, err
			})
		})
		return []Phase{created, deleted}, err
	}}
}

// fromCache lists from the API server's cache: cheap, and late by milliseconds only.
var fromCache = metav1.ListOptions{ResourceVersion: "0"}

var inBackground = metav1.DeleteOptions{PropagationPolicy: ptr.To(metav1.DeletePropagationBackground)}

func podsLeft(ctx context.Context, subject *Subject) (int, error) {
	pods, err := subject.Client.CoreV1().Pods(namespace).List(ctx, fromCache)
	if err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}

// Jobs runs jobs of one short pod each.
func Jobs(count int) Benchmark {
	return many{name: "jobs", count: count, nodes: nodesFor(count), left: podsLeft,
		create: func(ctx context.Context, subject *Subject, number int) error {
			template := podTemplate("job")
			template.Spec.RestartPolicy = corev1.RestartPolicyNever
			template.Spec.Containers[0].Command = []string{"/bin/true"}
			_, err := subject.Client.BatchV1().Jobs(namespace).Create(ctx, &batchv1.Job{
				ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("job-%d", number)}, Spec: batchv1.JobSpec{Template: template},
			}, metav1.CreateOptions{})
			return err
		},
		reached: func(ctx context.Context, subject *Subject) (int, error) {
			jobs, err := subject.Client.BatchV1().Jobs(namespace).List(ctx, fromCache)
			if err != nil {
				return 0, err
			}
			complete := 0
			for _, job := range jobs.Items {
				for _, condition := range job.Status.Conditions {
					if condition.Type == batchv1.JobComplete && condition.Status == corev1.ConditionTrue {
						complete++
					}
				}
			}
			return complete, nil
		},
		delete: func(ctx context.Context, subject *Subject) error {
			return subject.Client.BatchV1().Jobs(namespace).DeleteCollection(ctx, inBackground, metav1.ListOptions{})
		},
	}.benchmark()
}

// serviceBackends is how many pods stand behind each service.
const serviceBackends = 10

// Services makes services over the same few pods, so that each gets slices of its own.
func Services(count int) Benchmark {
	return many{name: "services", count: count, nodes: 2,
		prepare: func(ctx context.Context, subject *Subject) error {
			return subject.createDeployment(ctx, "backend", serviceBackends)
		},
		create: func(ctx context.Context, subject *Subject, number int) error {
			_, err := subject.Client.CoreV1().Services(namespace).Create(ctx, &corev1.Service{
				ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("service-%d", number)},
				Spec:       corev1.ServiceSpec{Selector: map[string]string{"app": "backend"}, Ports: []corev1.ServicePort{{Port: 80}}},
			}, metav1.CreateOptions{})
			return err
		},
		reached: func(ctx context.Context, subject *Subject) (int, error) {
			slices, err := subject.backendSlices(ctx)
			complete := 0
			for _, slice := range slices {
				if len(slice.Endpoints) == serviceBackends {
					complete++
				}
			}
			return complete, err
		},
		delete: func(ctx context.Context, subject *Subject) error {
			return forEach(ctx, count, func(ctx context.Context, number int) error {
				return subject.Client.CoreV1().Services(namespace).Delete(ctx, fmt.Sprintf("service-%d", number), metav1.DeleteOptions{})
			})
		},
		left: func(ctx context.Context, subject *Subject) (int, error) {
			slices, err := subject.backendSlices(ctx)
			return len(slices), err
		},
	}.benchmark()
}

// backendSlices are the slices of our services; the kubernetes service has one that is not managed by the controller.
func (s *Subject) backendSlices(ctx context.Context) ([]discoveryv1.EndpointSlice, error) {
	selected := fromCache
	selected.LabelSelector = discoveryv1.LabelManagedBy + "=endpointslice-controller.k8s.io"
	slices, err := s.Client.DiscoveryV1().EndpointSlices(namespace).List(ctx, selected)
	if err != nil {
		return nil, err
	}
	return slices.Items, nil
}

// Namespaces makes namespaces with a ConfigMap in each, which get their service account and root certificate, and deletes them.
func Namespaces(count int) Benchmark {
	const label = "bench"
	selected := fromCache
	selected.LabelSelector = label
	return many{name: "namespaces", count: count, nodes: 1,
		create: func(ctx context.Context, subject *Subject, number int) error {
			name := fmt.Sprintf("bench-%d", number)
			_, err := subject.Client.CoreV1().Namespaces().Create(ctx,
				&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{label: ""}}}, metav1.CreateOptions{})
			if err != nil {
				return err
			}
			_, err = subject.Client.CoreV1().ConfigMaps(name).Create(ctx,
				&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "content"}}, metav1.CreateOptions{})
			return err
		},
		reached: func(ctx context.Context, subject *Subject) (int, error) {
			certificates := fromCache
			certificates.FieldSelector = "metadata.name=kube-root-ca.crt"
			maps, err := subject.Client.CoreV1().ConfigMaps("").List(ctx, certificates)
			if err != nil {
				return 0, err
			}
			accounts, err := subject.Client.CoreV1().ServiceAccounts("").List(ctx, metav1.ListOptions{ResourceVersion: "0", FieldSelector: "metadata.name=default"})
			if err != nil {
				return 0, err
			}
			const system = 4 // default, kube-system, kube-public, kube-node-lease
			return min(len(maps.Items), len(accounts.Items)) - system, nil
		},
		delete: func(ctx context.Context, subject *Subject) error {
			return forEach(ctx, count, func(ctx context.Context, number int) error {
				return subject.Client.CoreV1().Namespaces().Delete(ctx, fmt.Sprintf("bench-%d", number), metav1.DeleteOptions{})
			})
		},
		left: func(ctx context.Context, subject *Subject) (int, error) {
			namespaces, err := subject.Client.CoreV1().Namespaces().List(ctx, selected)
			if err != nil {
				return 0, err
			}
			return len(namespaces.Items), nil
		},
	}.benchmark()
}
