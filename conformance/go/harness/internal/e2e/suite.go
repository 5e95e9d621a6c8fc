package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"dev.kcm/conformance/harness/internal/cluster"
	"dev.kcm/conformance/harness/internal/process"
)

// Suite is one run of upstream's suite on a cluster.
type Suite struct {
	Environment cluster.Environment
	Selection   Selection
	LeftOut     []string // specs that are known not to pass here and shall not take time
	Labels      string   // ginkgo's label filter
	Processes   int
	Timeout     time.Duration
	Say         func(string, ...any)
}

// Halves are two suites for two clusters at the same time: specs that want the cluster to themselves run one by one on one of
// them, while all the others run side by side on the other.
func (s Suite) Halves() []Suite {
	parallel, serial := s, s
	parallel.Labels = "!Serial"
	serial.Labels, serial.Processes = "Serial", 1
	return []Suite{parallel, serial}
}

// Result is what came out of one spec.
type Result struct {
	Name    string
	State   string // passed, failed, skipped, timedout, interrupted, panicked
	Seconds float64
	Failure string
}

// Passed tells whether the spec ran and did not fail.
func (r Result) Passed() bool { return r.State == "passed" }

// Skipped tells whether the spec found that the cluster is not for it.
func (r Result) Skipped() bool { return r.State == "skipped" }

// Run runs the selected specs; output and report stay in directory. The suite is a process of the cluster and ends with it.
func (s Suite) Run(ctx context.Context, on *cluster.Cluster, directory string) ([]Result, error) {
	log := filepath.Join(directory, "e2e.log")
	command := append([]string{s.Environment.Binary("ginkgo")}, s.arguments(on, directory)...)
	running, err := process.StartLogging(on.Directory(), "e2e", log, command...)
	if err != nil {
		return nil, err
	}
	go s.watch(log, running.Exited())
	select {
	case <-running.Exited():
	case <-ctx.Done():
		return nil, errors.Join(cluster.ErrInterrupted, running.Stop(on.Directory(), time.Second))
	}
	results, err := readReport(filepath.Join(directory, "report.json"))
	if err != nil {
		return nil, fmt.Errorf("the suite left no report (%w); see %s", err, log)
	}
	return results, nil
}

func (s Suite) arguments(on *cluster.Cluster, directory string) []string {
	arguments := []string{"run", fmt.Sprintf("--procs=%d", s.Processes), "--label-filter=" + s.Labels, "--no-color", "--succinct", "--keep-going",
		"--timeout=" + s.Timeout.String(), "--json-report=report.json", "--output-dir=" + directory,
		"--poll-progress-after=0", "--silence-skips"}
	for _, expression := range s.Selection.Focus {
		arguments = append(arguments, "--focus="+expression)
	}
	for _, expression := range s.Selection.Skip {
		arguments = append(arguments, "--skip="+expression)
	}
	for _, name := range s.LeftOut {
		arguments = append(arguments, "--skip="+regexp.QuoteMeta(name))
	}
	return append(arguments, s.Environment.Binary("e2e.test"), "--",
		"--provider=skeleton", "--kubeconfig="+on.Kubeconfig(), "--kubectl-path="+s.Environment.Binary("kubectl"),
		"--dump-logs-on-failure=false", "--disable-log-dump=true", "--delete-namespace=true",
		"--allowed-not-ready-nodes=-1", "--minStartupPods=0", "--system-pods-startup-timeout=0s", "--system-daemonsets-startup-timeout=0s")
}

// watch says from time to time how far the suite is; ginkgo prints a bullet for each spec.
func (s Suite) watch(log string, finished <-chan struct{}) {
	begin := time.Now()
	for {
		select {
		case <-finished:
			return
		case <-time.After(30 * time.Second):
			text, _ := os.ReadFile(log)
			done, failed := bytes.Count(text, []byte("•")), bytes.Count(text, []byte("• [FAILED]"))
			s.Say("%4.0f s: %d specs (%s) done, %d of them failed", time.Since(begin).Seconds(), done, s.Labels, failed)
		}
	}
}

// specReport is the part of ginkgo's JSON report that we read.
type specReport struct {
	ContainerHierarchyTexts []string
	LeafNodeText            string
	LeafNodeType            string
	State                   string
	RunTime                 time.Duration
	Failure                 struct{ Message string }
}

func readReport(path string) ([]Result, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var suites []struct{ SpecReports []specReport }
	if err := json.Unmarshal(text, &suites); err != nil {
		return nil, err
	}
	var results []Result
	for _, suite := range suites {
		for _, spec := range suite.SpecReports {
			if spec.LeafNodeType != "It" || spec.State == "skipped" && spec.RunTime == 0 {
				continue // not selected
			}
			name := strings.Join(append(spec.ContainerHierarchyTexts, spec.LeafNodeText), " ")
			results = append(results, Result{Name: name, State: spec.State, Seconds: spec.RunTime.Seconds(), Failure: spec.Failure.Message})
		}
	}
	return results, nil
}
