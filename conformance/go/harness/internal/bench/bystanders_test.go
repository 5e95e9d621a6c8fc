package bench

import (
	"slices"
	"testing"
)

func TestAudienceOf(t *testing.T) {
	cases := []struct {
		controllers string
		want        audience
	}{
		{"deployment-controller,job-controller", audience{deployments: 20, jobs: 20}},
		{"deployment-controller,statefulset-controller", audience{deployments: 20, jobs: 20, statefulSets: 20}},
		{"statefulset,disruption", audience{deployments: 20, jobs: 20, statefulSets: 20, budgets: 20}},
		{"*,bootstrapsigner", audience{deployments: 20, jobs: 20, statefulSets: 20, budgets: 20, daemonSets: 5, autoscalers: 10}},
		{"*,-horizontalpodautoscaling", audience{deployments: 20, jobs: 20, statefulSets: 20, budgets: 20, daemonSets: 5}},
	}
	for _, one := range cases {
		if got := audienceOf(one.controllers, 20); got != one.want {
			t.Errorf("audienceOf(%q) = %+v, want %+v", one.controllers, got, one.want)
		}
	}
}

func TestAudienceString(t *testing.T) {
	got := audience{deployments: 2, jobs: 2, statefulSets: 2, budgets: 2}.String()
	if got != "2 Deployments, 2 Jobs, 2 StatefulSets, 2 PodDisruptionBudgets" {
		t.Errorf("got %q", got)
	}
}

func TestSince(t *testing.T) {
	before, after := state{}, state{}
	before.saw("pod", "same", "uid %d", 1)
	after.saw("pod", "same", "uid %d", 1)
	before.saw("pod", "replaced", "uid %d", 1)
	after.saw("pod", "replaced", "uid %d", 2)
	after.saw("ControllerRevision", "new", "revision %d", 2)
	before.saw("event", "gone", "once")
	want := []string{`ControllerRevision new: "", then "revision 2"`, `event gone: "once", then ""`, `pod replaced: "uid 1", then "uid 2"`}
	if got := after.since(before); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
