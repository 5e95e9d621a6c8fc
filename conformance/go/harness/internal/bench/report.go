package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"dev.kcm/conformance/harness/internal/cluster"
)

// Report is the outcome of a series, as it is printed and kept.
type Report struct {
	Benchmark  string             `json:"bench"`
	Date       string             `json:"date"`
	Commit     string             `json:"commit"`
	Machine    Machine            `json:"machine"`
	Parameters map[string]any     `json:"parameters"`
	Medians    []Phase            `json:"medians"`
	Ratios     map[string]float64 `json:"ratiosToGo,omitempty"`
	Runs       []Phase            `json:"runs"`
}

// Machine says what the figures were measured on; the load before the start tells whether it was quiet.
type Machine struct {
	Cores    int     `json:"cores"`
	MemoryGB int     `json:"memoryGB"`
	Model    string  `json:"model"`
	Load     float64 `json:"loadBefore"`
}

// ThisMachine describes where we run.
func ThisMachine() Machine {
	machine := Machine{Cores: runtime.NumCPU(), Model: field("/proc/cpuinfo", "model name")}
	var kilobytes int
	_, _ = fmt.Sscan(field("/proc/meminfo", "MemTotal"), &kilobytes)
	machine.MemoryGB = (kilobytes + 1<<19) >> 20
	load, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(load), &machine.Load)
	return machine
}

func field(path, name string) string {
	text, _ := os.ReadFile(path)
	for _, line := range strings.Split(string(text), "\n") {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// NewReport condenses the runs into one median per manager and phase.
func NewReport(benchmark, commit string, machine Machine, parameters map[string]any, runs []Phase) Report {
	medians := medians(runs)
	return Report{Benchmark: benchmark, Date: time.Now().UTC().Format(time.RFC3339), Commit: commit, Machine: machine,
		Parameters: parameters, Medians: medians, Ratios: ratios(medians), Runs: runs}
}

func medians(runs []Phase) []Phase {
	type key struct {
		name string
		kind cluster.Kind
	}
	groups := map[key][]Phase{}
	var order []key
	for _, run := range runs {
		at := key{run.Name, run.Kind}
		if groups[at] == nil {
			order = append(order, at)
		}
		groups[at] = append(groups[at], run)
	}
	slices.SortStableFunc(order, func(a, b key) int { // managers of a phase stand together, phases in the order they ran
		return slices.IndexFunc(runs, func(p Phase) bool { return p.Name == a.name }) - slices.IndexFunc(runs, func(p Phase) bool { return p.Name == b.name })
	})
	var result []Phase
	for _, at := range order {
		result = append(result, medianOf(groups[at]))
	}
	return result
}

func medianOf(runs []Phase) Phase {
	pick := func(value func(Phase) float64) float64 {
		values := make([]float64, 0, len(runs))
		for _, run := range runs {
			values = append(values, value(run))
		}
		slices.Sort(values)
		middle := len(values) / 2
		if len(values)%2 == 0 {
			return (values[middle-1] + values[middle]) / 2
		}
		return values[middle]
	}
	result := Phase{Kind: runs[0].Kind, Name: runs[0].Name, Objects: runs[0].Objects, Requests: map[string]int{},
		Wall: pick(func(p Phase) float64 { return p.Wall }), CPU: pick(func(p Phase) float64 { return p.CPU }),
		Resident: pick(func(p Phase) float64 { return p.Resident }), Peak: pick(func(p Phase) float64 { return p.Peak })}
	for _, run := range runs {
		for verb := range run.Requests {
			result.Requests[verb] = int(pick(func(p Phase) float64 { return float64(p.Requests[verb]) }))
		}
	}
	return result
}

// ratios puts every other manager's figures in proportion to Go's.
func ratios(medians []Phase) map[string]float64 {
	result := map[string]float64{}
	for _, upstream := range medians {
		for _, other := range medians {
			if upstream.Kind != cluster.Go || other.Kind == cluster.Go || upstream.Name != other.Name {
				continue
			}
			note := func(figure string, ours, theirs float64) {
				if theirs > 0 {
					result[other.Name+" "+figure] = float64(int(ours/theirs*1000+0.5)) / 1000
				}
			}
			note("wall", other.Wall, upstream.Wall)
			note("CPU", other.CPU, upstream.CPU)
			note("RSS", other.Resident, upstream.Resident)
			note("peak RSS", other.Peak, upstream.Peak)
			note("requests", float64(total(other.Requests)), float64(total(upstream.Requests)))
			note("writes", float64(writes(other.Requests)), float64(writes(upstream.Requests)))
		}
	}
	return result
}

// Write prints the table, the ratios and, as the last line, the report as JSON.
func (r Report) Write(output io.Writer) error {
	table := tabwriter.NewWriter(output, 2, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "\nphase\tkcm\twall s\tCPU s\tCPU s/1000\tRSS MB\tpeak MB\trequests\t\n")
	for _, phase := range r.Medians {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t\n", phase.Name, phase.Kind, figure("%.2f", phase.Wall), figure("%.2f", phase.CPU),
			figure("%.2f", phase.CPUPerThousand()), figure("%.0f", phase.Resident), figure("%.0f", phase.Peak), total(phase.Requests))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, phase := range r.Medians {
		if len(phase.Requests) > 0 {
			fmt.Fprintf(output, "requests of %s in %q: %s\n", phase.Kind, phase.Name, byVerb(phase.Requests))
		}
	}
	for _, phase := range r.Medians {
		if phase.Name == idlePhase {
			fmt.Fprintf(output, "%s idle: %.2f %% of a core, %.0f requests a minute\n", phase.Kind, 100*phase.CPU/phase.Wall,
				float64(total(phase.Requests))*60/phase.Wall)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Ratios)) {
		fmt.Fprintf(output, "java/go %-28s %.2f\n", name, r.Ratios[name])
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(output, "%s\n", line)
	return err
}

// Keep writes the report to bench/results.
func (r Report) Keep(repository string) (string, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	directory := filepath.Join(repository, "bench", "results")
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return "", err
	}
	path := filepath.Join(directory, fmt.Sprintf("%s-%s.json", time.Now().UTC().Format("20060102-150405"), r.Benchmark))
	return path, os.WriteFile(path, append(text, '\n'), 0o644)
}

func figure(format string, value float64) string {
	if value == 0 {
		return "-"
	}
	return fmt.Sprintf(format, value)
}

func byVerb(requests map[string]int) string {
	var parts []string
	for _, verb := range slices.Sorted(maps.Keys(requests)) {
		parts = append(parts, fmt.Sprintf("%s %d", verb, requests[verb]))
	}
	return strings.Join(parts, ", ")
}
