package bench

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

const (
	bystander = "bystander"
	podsEach  = 3
)

// audience is who looks on, by the controllers that run: somebody without a controller would never come to rest.
type audience struct {
	deployments, jobs, statefulSets, budgets, daemonSets, autoscalers int
}

// audienceOf has count Deployments and Jobs, as many StatefulSets with a budget each, five DaemonSets, and autoscalers of ten of the
// Deployments; each kind only where its controller is in the list, as --controllers takes it.
func audienceOf(controllers string, count int) audience {
	a := audience{deployments: count, jobs: count}
	if runs(controllers, "statefulset-controller", "statefulset") {
		a.statefulSets = count
		if runs(controllers, "disruption-controller", "disruption") {
			a.budgets = count
		}
	}
	if runs(controllers, "daemonset-controller", "daemonset") {
		a.daemonSets = min(5, count)
	}
	if runs(controllers, "horizontal-pod-autoscaler-controller", "horizontalpodautoscaling") {
		a.autoscalers = min(10, count)
	}
	return a
}

// runs tells whether a list of controllers has one of these names: the last word about a name counts more than the star.
func runs(controllers string, names ...string) bool {
	all := false
	for one := range strings.SplitSeq(controllers, ",") {
		one = strings.TrimSpace(one)
		switch {
		case one == "*":
			all = true
		case slices.Contains(names, one):
			return true
		case slices.Contains(names, strings.TrimPrefix(one, "-")):
			return false
		}
	}
	return all
}

// pods is how many it has, but for those of DaemonSets, of which there is one on each node.
func (a audience) pods() int {
	return (a.deployments + a.jobs + a.statefulSets) * podsEach
}

func (a audience) String() string {
	parts := []string{fmt.Sprintf("%d Deployments", a.deployments), fmt.Sprintf("%d Jobs", a.jobs)}
	for _, further := range []struct {
		count int
		name  string
	}{{a.statefulSets, "StatefulSets"}, {a.budgets, "PodDisruptionBudgets"}, {a.daemonSets, "DaemonSets"}, {a.autoscalers, "autoscalers"}} {
		if further.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", further.count, further.name))
		}
	}
	return strings.Join(parts, ", ")
}

func (s *Subject) createBystanders(ctx context.Context, a audience) error {
	for _, kind := range []struct {
		count  int
		create func(context.Context, int) error
	}{
		{a.deployments, s.createBystandingDeployment},
		{a.jobs, func(ctx context.Context, number int) error {
			return s.createJob(ctx, fmt.Sprintf("%s-job-%d", bystander, number), bystander, nil, podsEach)
		}},
		{a.statefulSets, s.createBystandingStatefulSet},
		{a.budgets, s.createBystandingBudget},
		{a.daemonSets, s.createBystandingDaemonSet},
		{a.autoscalers, s.createBystandingAutoscaler},
	} {
		if err := forEach(ctx, kind.count, kind.create); err != nil {
			return err
		}
	}
	return s.awaitBystanders(ctx)
}

func (s *Subject) createBystandingDeployment(ctx context.Context, number int) error {
	created := deployment(fmt.Sprintf("%s-%d", bystander, number), podsEach)
	created.Labels = map[string]string{bystander: ""}
	created.Spec.Template.Labels[bystander] = ""
	_, err := s.Client.AppsV1().Deployments(namespace).Create(ctx, created, metav1.CreateOptions{})
	return err
}

func (s *Subject) createBystandingStatefulSet(ctx context.Context, number int) error {
	name := fmt.Sprintf("%s-set-%d", bystander, number)
	_, err := s.Client.AppsV1().StatefulSets(namespace).Create(ctx, &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{bystander: ""}},
		Spec: appsv1.StatefulSetSpec{Replicas: ptr.To[int32](podsEach), ServiceName: name,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}}, Template: bystandingTemplate(name)},
	}, metav1.CreateOptions{})
	return err
}

// createBystandingBudget guards the StatefulSet of the same number.
func (s *Subject) createBystandingBudget(ctx context.Context, number int) error {
	name := fmt.Sprintf("%s-set-%d", bystander, number)
	_, err := s.Client.PolicyV1().PodDisruptionBudgets(namespace).Create(ctx, &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{bystander: ""}},
		Spec: policyv1.PodDisruptionBudgetSpec{MaxUnavailable: ptr.To(intstr.FromInt32(1)),
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}}},
	}, metav1.CreateOptions{})
	return err
}

func (s *Subject) createBystandingDaemonSet(ctx context.Context, number int) error {
	name := fmt.Sprintf("%s-daemon-%d", bystander, number)
	_, err := s.Client.AppsV1().DaemonSets(namespace).Create(ctx, &appsv1.DaemonSet{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{bystander: ""}},
		Spec:       appsv1.DaemonSetSpec{Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}}, Template: bystandingTemplate(name)},
	}, metav1.CreateOptions{})
	return err
}

// createBystandingAutoscaler watches the Deployment of the same number, which is as large as it may be, whatever metrics say and
// whether or not there are any.
func (s *Subject) createBystandingAutoscaler(ctx context.Context, number int) error {
	name := fmt.Sprintf("%s-%d", bystander, number)
	_, err := s.Client.AutoscalingV2().HorizontalPodAutoscalers(namespace).Create(ctx, &autoscalingv2.HorizontalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{bystander: ""}},
		Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
			ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: name},
			MinReplicas:    ptr.To[int32](podsEach), MaxReplicas: podsEach,
			Metrics: []autoscalingv2.MetricSpec{{Type: autoscalingv2.ResourceMetricSourceType, Resource: &autoscalingv2.ResourceMetricSource{
				Name: corev1.ResourceCPU, Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: ptr.To[int32](50)}}}},
		},
	}, metav1.CreateOptions{})
	return err
}

func bystandingTemplate(app string) corev1.PodTemplateSpec {
	template := podTemplate(app)
	template.Labels[bystander] = ""
	return template
}

// awaitBystanders waits until all their pods are ready and every budget counts its own.
func (s *Subject) awaitBystanders(ctx context.Context) error {
	return until(ctx, "the bystanders ready", func(ctx context.Context) (bool, error) {
		selected := metav1.ListOptions{LabelSelector: bystander}
		deployments, err := s.Client.AppsV1().Deployments(namespace).List(ctx, selected)
		if err != nil {
			return false, err
		}
		jobs, err := s.Client.BatchV1().Jobs(namespace).List(ctx, selected)
		if err != nil {
			return false, err
		}
		sets, err := s.Client.AppsV1().StatefulSets(namespace).List(ctx, selected)
		if err != nil {
			return false, err
		}
		daemons, err := s.Client.AppsV1().DaemonSets(namespace).List(ctx, selected)
		if err != nil {
			return false, err
		}
		budgets, err := s.Client.PolicyV1().PodDisruptionBudgets(namespace).List(ctx, selected)
		if err != nil {
			return false, err
		}
		waiting := slices.ContainsFunc(deployments.Items, func(one appsv1.Deployment) bool { return one.Status.AvailableReplicas != podsEach }) ||
			slices.ContainsFunc(jobs.Items, func(one batchv1.Job) bool { return ptr.Deref(one.Status.Ready, 0) != podsEach }) ||
			slices.ContainsFunc(sets.Items, func(one appsv1.StatefulSet) bool { return one.Status.AvailableReplicas != podsEach }) ||
			slices.ContainsFunc(daemons.Items, func(one appsv1.DaemonSet) bool {
				return one.Status.DesiredNumberScheduled == 0 || one.Status.NumberAvailable != one.Status.DesiredNumberScheduled
			}) ||
			slices.ContainsFunc(budgets.Items, func(one policyv1.PodDisruptionBudget) bool { return one.Status.DisruptionsAllowed != 1 })
		return !waiting, nil
	})
}

// state is what can be seen of the bystanders: of each kind the objects by name, each with what must not change.
type state map[string]map[string]string

// quietBystanders observes them until nothing changes any more: events of what was created come late.
func (s *Subject) quietBystanders(ctx context.Context) (state, error) {
	last, err := s.observeBystanders(ctx)
	if err != nil {
		return last, err
	}
	err = until(ctx, "bystanders at rest", func(ctx context.Context) (bool, error) {
		if err := pause(ctx, 5*time.Second); err != nil {
			return false, err
		}
		now, err := s.observeBystanders(ctx)
		isQuiet := len(now.since(last)) == 0
		last = now
		return isQuiet, err
	})
	return last, err
}

func (s *Subject) observeBystanders(ctx context.Context) (state, error) {
	seen := state{}
	for _, observe := range []func(context.Context, state) error{s.observePods, s.observeSets, s.observeRevisions, s.observeBudgets, s.observeAutoscalers, s.observeEvents} {
		if err := observe(ctx, seen); err != nil {
			return seen, err
		}
	}
	return seen, nil
}

func (s state) saw(kind, name, format string, what ...any) {
	if s[kind] == nil {
		s[kind] = map[string]string{}
	}
	s[kind][name] = fmt.Sprintf(format, what...)
}

var ofBystanders = metav1.ListOptions{LabelSelector: bystander}

func (s *Subject) observePods(ctx context.Context, seen state) error {
	pods, err := s.Client.CoreV1().Pods(namespace).List(ctx, ofBystanders)
	if err != nil {
		return err
	}
	for _, pod := range pods.Items {
		restarts := int32(0)
		for _, container := range pod.Status.ContainerStatuses {
			restarts += container.RestartCount
		}
		seen.saw("pod", pod.Name, "uid %s, %s, restarts %d", pod.UID, pod.Status.Phase, restarts)
	}
	return nil
}

func (s *Subject) observeSets(ctx context.Context, seen state) error {
	sets, err := s.Client.AppsV1().ReplicaSets(namespace).List(ctx, ofBystanders)
	if err != nil {
		return err
	}
	for _, set := range sets.Items {
		seen.saw("ReplicaSet", set.Name, "uid %s, generation %d", set.UID, set.Generation)
	}
	return nil
}

// observeRevisions sees those of StatefulSets and DaemonSets: a manager that writes a template otherwise makes a new one, and
// restarts every pod.
func (s *Subject) observeRevisions(ctx context.Context, seen state) error {
	revisions, err := s.Client.AppsV1().ControllerRevisions(namespace).List(ctx, ofBystanders)
	if err != nil {
		return err
	}
	for _, revision := range revisions.Items {
		seen.saw("ControllerRevision", revision.Name, "uid %s, revision %d", revision.UID, revision.Revision)
	}
	return nil
}

func (s *Subject) observeBudgets(ctx context.Context, seen state) error {
	budgets, err := s.Client.PolicyV1().PodDisruptionBudgets(namespace).List(ctx, ofBystanders)
	if err != nil {
		return err
	}
	for _, budget := range budgets.Items {
		status := budget.Status
		seen.saw("PodDisruptionBudget", budget.Name, "uid %s, %d of %d healthy, %d allowed", budget.UID, status.CurrentHealthy, status.ExpectedPods, status.DisruptionsAllowed)
	}
	return nil
}

func (s *Subject) observeAutoscalers(ctx context.Context, seen state) error {
	autoscalers, err := s.Client.AutoscalingV2().HorizontalPodAutoscalers(namespace).List(ctx, ofBystanders)
	if err != nil {
		return err
	}
	for _, autoscaler := range autoscalers.Items {
		seen.saw("HorizontalPodAutoscaler", autoscaler.Name, "uid %s, last scaled %v", autoscaler.UID, autoscaler.Status.LastScaleTime)
	}
	return nil
}

// observeEvents leaves out those of autoscalers, who complain again and again where there are no metrics.
func (s *Subject) observeEvents(ctx context.Context, seen state) error {
	events, err := s.Client.CoreV1().Events(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, event := range events.Items {
		about := event.InvolvedObject
		if strings.HasPrefix(about.Name, bystander) && about.Kind != "HorizontalPodAutoscaler" {
			seen.saw("event", event.Name, "%s of %s, %d times", event.Reason, about.Name, event.Count)
		}
	}
	return nil
}

// since tells what is different from an earlier observation.
func (s state) since(before state) []string {
	var differences []string
	kinds := maps.Clone(s)
	maps.Copy(kinds, before)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		names := maps.Clone(s[kind])
		if names == nil {
			names = map[string]string{}
		}
		maps.Copy(names, before[kind])
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if s[kind][name] != before[kind][name] {
				differences = append(differences, fmt.Sprintf("%s %s: %q, then %q", kind, name, before[kind][name], s[kind][name]))
			}
		}
	}
	return differences
}
