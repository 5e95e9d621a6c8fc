package e2e

import (
	"strings"
	"testing"
)

func TestOnlyFailuresWithoutReasonAreNews(t *testing.T) {
	results := []Result{{Name: "a", State: "passed"}, {Name: "b", State: "failed"}, {Name: "c", State: "failed"},
		{Name: "d", State: "skipped"}, {Name: "e", State: "timedout"}}
	verdict := Judge(results, Known{"a": "", "b": "needs a network", "c": ""})
	if verdict.Passed != 1 || verdict.Failed != 3 || verdict.Skipped != 1 {
		t.Errorf("counts %+v", verdict)
	}
	if len(verdict.Unexpected) != 2 || verdict.Unexpected[0].Name != "c" || verdict.Unexpected[1].Name != "e" {
		t.Errorf("news %+v", verdict.Unexpected)
	}
}

func TestTheTableShowsEverySpecAndWhyItIsKnown(t *testing.T) {
	var text strings.Builder
	WriteTable(&text, []Result{{Name: "b", State: "failed"}, {Name: "a", State: "passed"}}, Known{"b": "needs a network"})
	if got := text.String(); strings.Index(got, " a\n") > strings.Index(got, " b\n") || !strings.Contains(got, "known: needs a network") {
		t.Errorf("got %s", got)
	}
}

func TestCompareListsWhatDiffersOrDidNotRun(t *testing.T) {
	differences := Compare(
		[]Result{{Name: "a", State: "passed"}, {Name: "b", State: "passed"}, {Name: "c", State: "passed"}},
		[]Result{{Name: "a", State: "passed"}, {Name: "b", State: "failed"}, {Name: "d", State: "passed"}})
	if len(differences) != 3 || differences[0] != (Difference{"b", "passed", "failed"}) ||
		differences[1] != (Difference{"c", "passed", "did not run"}) || differences[2] != (Difference{"d", "did not run", "passed"}) {
		t.Errorf("got %+v", differences)
	}
}

func TestASpecIsSelectedByFocusUnlessSkipped(t *testing.T) {
	selection := Selection{Focus: []string{`\[sig-apps\]`}, Skip: []string{`\[Alpha\]`}}
	for name, want := range map[string]bool{"[sig-apps] Job": true, "[sig-apps] Job [Alpha]": false, "[sig-node] Pod": false} {
		if got, err := selection.Selects(name); got != want || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
