package bench

import (
	"context"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
)

func TestADaemonSetRunsEverywhereWhenEveryNodeHasANewAvailablePod(t *testing.T) {
	done := appsv1.DaemonSetStatus{ObservedGeneration: 2, DesiredNumberScheduled: 3, UpdatedNumberScheduled: 3, NumberAvailable: 3}
	set := daemonSet("agent")
	set.Generation, set.Status = 2, done
	if !runsEverywhere(set, 3) {
		t.Error("not done, though all is as it should be")
	}
	for name, change := range map[string]func(*appsv1.DaemonSetStatus){
		"an old generation": func(status *appsv1.DaemonSetStatus) { status.ObservedGeneration = 1 },
		"an old pod":        func(status *appsv1.DaemonSetStatus) { status.UpdatedNumberScheduled = 2 },
		"an unready pod":    func(status *appsv1.DaemonSetStatus) { status.NumberAvailable = 2 },
		"a node too few":    func(status *appsv1.DaemonSetStatus) { status.DesiredNumberScheduled = 2 },
		"a misplaced pod":   func(status *appsv1.DaemonSetStatus) { status.NumberMisscheduled = 1 },
	} {
		set.Status = done
		change(&set.Status)
		if runsEverywhere(set, 3) {
			t.Errorf("done with %s", name)
		}
	}
}

func TestADaemonSetIsCreatedRolledAndDeleted(t *testing.T) {
	client := fake.NewClientset()
	// A manager that is done with every set at once.
	client.PrependReactor("get", "daemonsets", func(action clienttesting.Action) (bool, runtime.Object, error) {
		get := action.(clienttesting.GetAction)
		object, err := client.Tracker().Get(get.GetResource(), get.GetNamespace(), get.GetName())
		if err != nil {
			return true, nil, err
		}
		set := object.DeepCopyObject().(*appsv1.DaemonSet)
		set.Status = appsv1.DaemonSetStatus{DesiredNumberScheduled: 5, UpdatedNumberScheduled: 5, NumberAvailable: 5}
		return true, set, nil
	})
	subject := &Subject{Client: client}
	ctx := context.Background()
	if err := subject.createDaemonSet(ctx, "agent", 5); err != nil {
		t.Fatal(err)
	}
	if err := subject.rollDaemonSet(ctx, "agent", 5); err != nil {
		t.Fatal(err)
	}
	if err := subject.deleteDaemonSet(ctx, "agent"); err != nil {
		t.Fatal(err)
	}
	var verbs []string
	for _, action := range client.Actions() {
		if action.GetVerb() != "get" {
			verbs = append(verbs, action.GetVerb())
		}
	}
	if got := strings.Join(verbs, " "); got != "create patch delete" {
		t.Errorf("did %s", got)
	}
}
