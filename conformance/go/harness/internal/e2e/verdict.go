package e2e

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

// Verdict is the outcome of a run seen beside what is known.
type Verdict struct {
	Passed     int
	Failed     int
	Skipped    int
	Unexpected []Result // failed although nothing is known that would keep them from passing
}

// Judge counts the results and finds those that are news.
func Judge(results []Result, known Known) Verdict {
	var verdict Verdict
	for _, result := range results {
		switch {
		case result.Passed():
			verdict.Passed++
		case result.Skipped():
			verdict.Skipped++
		default:
			verdict.Failed++
			if known[result.Name] == "" {
				verdict.Unexpected = append(verdict.Unexpected, result)
			}
		}
	}
	return verdict
}

// WriteTable prints one line per spec and, at the end, those whose failure is news.
func WriteTable(output io.Writer, results []Result, known Known) Verdict {
	sort.Slice(results, func(i, j int) bool { return results[i].Name < results[j].Name })
	for _, result := range results {
		fmt.Fprintf(output, "%-8s %6.1f s  %s\n", result.State, result.Seconds, result.Name)
		if reason := known[result.Name]; reason != "" && !result.Passed() {
			fmt.Fprintf(output, "%20s known: %s\n", "", reason)
		}
	}
	verdict := Judge(results, known)
	for _, result := range verdict.Unexpected {
		fmt.Fprintf(output, "\nUNEXPECTED %s\n  %s\n", result.Name, firstLines(result.Failure, 6))
	}
	return verdict
}

// Difference is a spec that two managers do not agree on.
type Difference struct {
	Name  string
	First string
	Other string
}

// Compare lists every spec with different outcomes.
func Compare(first, other []Result) []Difference {
	states := map[string][2]string{}
	for _, result := range first {
		states[result.Name] = [2]string{result.State, "did not run"}
	}
	for _, result := range other {
		pair, ran := states[result.Name]
		if !ran {
			pair[0] = "did not run"
		}
		pair[1] = result.State
		states[result.Name] = pair
	}
	var differences []Difference
	for name, pair := range states {
		if pair[0] != pair[1] {
			differences = append(differences, Difference{Name: name, First: pair[0], Other: pair[1]})
		}
	}
	sort.Slice(differences, func(i, j int) bool { return differences[i].Name < differences[j].Name })
	return differences
}

func firstLines(text string, count int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[:min(count, len(lines))], "\n  ")
}
