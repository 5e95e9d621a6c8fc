package tour

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dev.kcm/conformance/harness/internal/cluster"
)

// Tour is what `conformance/run tour` was asked to do.
type Tour struct {
	Environment cluster.Environment
	Clients     []string // which kubectl programs
	Sections    []string // empty means all
	Nodes       int
	Reuse       bool // take what the real server showed in the last run
	Say         func(string, ...any)
}

// Summary counts the lines of all clients.
type Summary struct{ Same, Known, Waiting, Different, Stale int }

// known is a difference that is listed with its reason.
type known struct{ section, text, reason string }

// Run takes every client through the script on both servers.
func (t Tour) Run(ctx context.Context) (Summary, error) {
	var total Summary
	directory := filepath.Join(t.Environment.Repository, "conformance", "tour")
	whole, err := Read(filepath.Join(directory, "tour.txt"))
	if err != nil {
		return total, err
	}
	script, err := whole.Only(t.Sections)
	if err != nil {
		return total, err
	}
	differences, err := readKnown(filepath.Join(directory, "differences.txt"), whole)
	if err != nil {
		return total, err
	}
	for _, client := range t.Clients {
		expected, err := t.real(ctx, client, script)
		if err != nil {
			return total, err
		}
		if err := t.compare(ctx, client, script, expected, differences, &total); err != nil {
			return total, err
		}
	}
	return total, nil
}

func (t Tour) inputs() string {
	return filepath.Join(t.Environment.Repository, "conformance", "tour", "inputs")
}

// real is what the real server shows, line by line.
func (t Tour) real(ctx context.Context, client string, script Script) ([]string, error) {
	kept := filepath.Join(filepath.Dir(t.Environment.Clusters), "tour", client+".json")
	if t.Reuse {
		if seen, err := reuse(kept, script); err == nil {
			return seen, nil
		}
	}
	t.Say("%s on a real kube-apiserver, %d lines", client, len(script))
	options := cluster.Options{Name: fmt.Sprintf("tour-%d", os.Getpid()), Kind: cluster.Go, Nodes: t.Nodes}
	guarded, err := cluster.UpGuarded(ctx, t.Environment, options, func(string, ...any) {})
	if err != nil {
		return nil, err
	}
	defer guarded.Close()
	guide := &Guide{Kubectl: t.Environment.Binary(client), Kubeconfig: guarded.Kubeconfig(), Inputs: t.inputs()}
	var seen []string
	section := ""
	for _, line := range script {
		if line.Section != section {
			section = line.Section
			if err := guide.Prepare(ctx, section); err != nil {
				return nil, err
			}
		}
		seen = append(seen, guide.See(ctx, line, nil))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return seen, keep(kept, script, seen)
}

// kept is the form in which expectations are stored between runs.
type kept struct{ Section, Text, Seen string }

func keep(path string, script Script, seen []string) error {
	var all []kept
	for i, line := range script {
		all = append(all, kept{line.Section, line.Text, seen[i]})
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func reuse(path string, script Script) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []kept
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	var seen []string
	for _, line := range script {
		for len(all) > 0 && (all[0].Section != line.Section || all[0].Text != line.Text) {
			all = all[1:]
		}
		if len(all) == 0 {
			return nil, errors.New("the script has changed")
		}
		seen = append(seen, all[0].Seen)
		all = all[1:]
	}
	return seen, nil
}

func (t Tour) compare(ctx context.Context, client string, script Script, expected []string, differences []known, total *Summary) error {
	t.Say("%s on the embedded server, %d lines", client, len(script))
	embedded, err := StartEmbedded(ctx, t.Environment, t.Nodes)
	if err != nil {
		return err
	}
	defer embedded.Close()
	guide := &Guide{Kubectl: t.Environment.Binary(client), Kubeconfig: embedded.Kubeconfig, Inputs: t.inputs(), Has: embedded.Controllers}
	section := ""
	for i, line := range script {
		if line.Section != section {
			section = line.Section
			if err := guide.Prepare(ctx, section); err != nil {
				return err
			}
		}
		if missing := guide.lacks(line); missing != "" {
			total.Waiting++
			continue
		}
		seen := guide.See(ctx, line, &expected[i])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.judge(client, line, expected[i], seen, differences, total)
	}
	return nil
}

func (t Tour) judge(client string, line Line, expected, seen string, differences []known, total *Summary) {
	same := seen == expected
	if line.Settled {
		same = lastLine(seen) == lastLine(expected)
	}
	reason := reasonFor(line, differences)
	switch {
	case same && reason == "":
		total.Same++
	case same:
		total.Same++
		total.Stale++
		t.Say("no longer different, take it off the list: %s: %s", line.Section, line.Text)
	case reason != "":
		total.Known++
	default:
		total.Different++
		t.Say("DIFFERENT %s, section %s: kubectl %s\n%s", client, line.Section, line.Text+line.End, diff(expected, seen))
	}
}

func lastLine(text string) string { return text[strings.LastIndex(text, "\n")+1:] }

func reasonFor(line Line, differences []known) string {
	for _, difference := range differences {
		if difference.section == line.Section && difference.text == line.Text {
			return difference.reason
		}
	}
	return ""
}

// readKnown reads `SECTION: COMMAND` lines, each followed by an indented reason.
func readKnown(path string, script Script) ([]known, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var all []known
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		text := scanner.Text()
		switch {
		case strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(text, " ") && len(all) > 0:
			all[len(all)-1].reason += strings.TrimSpace(text) + " "
		default:
			section, command, _ := strings.Cut(text, ": ")
			all = append(all, known{section: section, text: command})
		}
	}
	for _, each := range all {
		if each.reason == "" {
			return nil, fmt.Errorf("%s: %q has no reason", path, each.text)
		}
		if !contains(script, each) {
			return nil, fmt.Errorf("%s: the tour has no line %q in section %s", path, each.text, each.section)
		}
	}
	return all, scanner.Err()
}

func contains(script Script, difference known) bool {
	for _, line := range script {
		if line.Section == difference.section && line.Text == difference.text {
			return true
		}
	}
	return false
}
