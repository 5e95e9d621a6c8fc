package bench

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dev.kcm/conformance/harness/internal/cluster"
)

func TestMediansAndRatiosToGo(t *testing.T) {
	runs := []Phase{
		{Kind: cluster.Go, Name: "up", Wall: 10, CPU: 4, Requests: map[string]int{"create": 10}},
		{Kind: cluster.Java, Name: "up", Wall: 5, CPU: 1, Requests: map[string]int{"create": 5}},
		{Kind: cluster.Go, Name: "up", Wall: 30, CPU: 2, Requests: map[string]int{"create": 30}},
		{Kind: cluster.Go, Name: "up", Wall: 20, CPU: 3, Requests: map[string]int{"create": 20}},
	}
	report := NewReport("scale", "abc", Machine{}, nil, runs)
	if len(report.Medians) != 2 || report.Medians[0].Wall != 20 || report.Medians[0].CPU != 3 || report.Medians[0].Requests["create"] != 20 {
		t.Errorf("medians %+v", report.Medians)
	}
	if report.Ratios["up wall"] != 0.25 || report.Ratios["up CPU"] != 0.333 || report.Ratios["up requests"] != 0.25 || report.Ratios["up writes"] != 0.25 {
		t.Errorf("ratios %v", report.Ratios)
	}
	var text strings.Builder
	if err := report.Write(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	var again Report
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &again); err != nil || again.Benchmark != "scale" {
		t.Errorf("the last line is no JSON report: %v", err)
	}
}

func TestTheAuditLogIsCountedOnceAndLeasesApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	write := func(text string) {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"stage":"ResponseComplete","verb":"create","objectRef":{"resource":"pods"}}
{"stage":"ResponseStarted","verb":"watch","objectRef":{"resource":"pods"}}
{"stage":"ResponseComplete","verb":"watch","objectRef":{"resource":"pods"}}
{"stage":"ResponseComplete","verb":"update","objectRef":{"resource":"leases","name":"kube-controller-manager"}}
{"stage":"ResponseComplete","ve`)
	reader := newAuditReader(path)
	first, err := reader.count()
	if err != nil || len(first) != 3 || first["create"] != 1 || first["watch"] != 1 || first[leaseVerb] != 1 {
		t.Errorf("got %v, %v", first, err)
	}
	write(`rb":"delete","objectRef":{"resource":"pods"}}` + "\n")
	second, err := reader.count()
	if err != nil || len(second) != 1 || second["delete"] != 1 {
		t.Errorf("got %v, %v", second, err)
	}
}
