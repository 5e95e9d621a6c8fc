// Package e2e runs the part of upstream's end-to-end suite that is about the controller manager, and compares what came out
// with what is known.
package e2e

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// Selection says which specs run: those that match a focus and no skip.
type Selection struct {
	Focus []string
	Skip  []string
}

// Selects tells whether a spec is in the selection.
func (s Selection) Selects(name string) (bool, error) {
	focused, err := matchesAny(s.Focus, name)
	if err != nil || !focused {
		return false, err
	}
	skipped, err := matchesAny(s.Skip, name)
	return !skipped, err
}

func matchesAny(expressions []string, name string) (bool, error) {
	for _, expression := range expressions {
		matches, err := regexp.MatchString(expression, name)
		if err != nil || matches {
			return matches, err
		}
	}
	return false, nil
}

// CommittedSelection reads conformance/e2e/focus.txt and skip.txt.
func CommittedSelection(repository string) (Selection, error) {
	focus, err := readLines(filepath.Join(repository, "conformance", "e2e", "focus.txt"))
	if err != nil {
		return Selection{}, err
	}
	skip, err := readLines(filepath.Join(repository, "conformance", "e2e", "skip.txt"))
	return Selection{Focus: focus, Skip: skip}, err
}

func readLines(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var lines []string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if line := scanner.Text(); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines, scanner.Err()
}

// Known is what is known of the selected specs: which of them cannot pass on fake nodes, and why.
type Known map[string]string

// Cannot lists the selected specs that cannot pass.
func (k Known) Cannot(selection Selection) ([]string, error) {
	var names []string
	for name, reason := range k {
		selected, err := selection.Selects(name)
		if err != nil {
			return nil, err
		}
		if selected && reason != "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names, nil
}

// CommittedKnowledge reads conformance/e2e/specs.tsv: `passes` or `cannot`, the spec, and the reason of one that cannot.
func CommittedKnowledge(repository string) (Known, error) {
	path := filepath.Join(repository, "conformance", "e2e", "specs.tsv")
	lines, err := readLines(path)
	if err != nil {
		return nil, err
	}
	known := Known{}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		switch {
		case len(fields) == 2 && fields[0] == "passes":
			known[fields[1]] = ""
		case len(fields) == 3 && fields[0] == "cannot" && fields[2] != "":
			known[fields[1]] = fields[2]
		default:
			return nil, fmt.Errorf("%s: a line is `passes<TAB>spec` or `cannot<TAB>spec<TAB>reason`, not %q", path, line)
		}
	}
	return known, nil
}
