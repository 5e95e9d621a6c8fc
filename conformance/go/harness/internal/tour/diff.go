package tour

import (
	"fmt"
	"strings"
)

// diff shows the lines that differ, those only in want with a minus, those only in got with a plus, with no more than two equal
// lines around them.
func diff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var lines []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, "    "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			lines = append(lines, "  - "+a[i])
			i++
		default:
			lines = append(lines, "  + "+b[j])
			j++
		}
	}
	return strings.Join(aroundChanges(lines), "\n")
}

const (
	linesAround = 2
	mostLines   = 40
)

func aroundChanges(lines []string) []string {
	keep := make([]bool, len(lines))
	for i, line := range lines {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		for k := max(0, i-linesAround); k <= min(len(lines)-1, i+linesAround); k++ {
			keep[k] = true
		}
	}
	var kept []string
	for i, line := range lines {
		if keep[i] {
			kept = append(kept, line)
		} else if i > 0 && keep[i-1] {
			kept = append(kept, "    ...")
		}
	}
	if len(kept) > mostLines {
		kept = append(kept[:mostLines], fmt.Sprintf("    ... and %d lines more", len(kept)-mostLines))
	}
	return kept
}
