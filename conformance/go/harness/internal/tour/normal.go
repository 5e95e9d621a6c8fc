package tour

import (
	"regexp"
	"slices"
	"strings"
)

type replacement struct {
	pattern *regexp.Regexp
	with    string
}

// replacements are applied in order. Ages and durations share a form: both become AGE, on both sides alike.
var replacements = []replacement{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), "TIME"},
	{regexp.MustCompile(`[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}`), "TIME"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4}( UTC)?`), "TIME"},
	{regexp.MustCompile(`X509SHA256=[0-9a-f]{64}`), "X509SHA256=DIGEST"},
	{regexp.MustCompile(`https://127\.0\.0\.1:\d+`), "SERVER"},
	{regexp.MustCompile(`\b\d+\.\d+\.\d+\.\d+\b`), "IP"},
	{regexp.MustCompile(`"?resourceVersion"?: "\d+"`), `resourceVersion: "RV"`},
	{regexp.MustCompile(`(Too large resource version: \d+, current:) \d+`), "$1 RV"},
	{regexp.MustCompile(`\\"resourceVersion\\":\\"\d+\\"`), `\"resourceVersion\":\"RV\"`},
	{regexp.MustCompile(`,\\"managedFields\\":\[\{.*?\}\]`), ""}, // inside an object that an error shows on one line
	{regexp.MustCompile(`\b(AGE|Age):?[ \t]+`), "AGE  "},
	{regexp.MustCompile(`<invalid>|\b(\d+y)?(\d+d)?(\d+h)?(\d+m)?\d+(ms|s|m|h|d|y)\b( ago)?`), "AGE"},
	{regexp.MustCompile(`\b(\d+y)?(\d+d)?(\d+h)?(\d+m)?\d+\.\d+s\b`), "AGE"},
	{regexp.MustCompile(`\(x\d+ over AGE\)`), "(xN)"},
	{regexp.MustCompile(`\bzone-\w\b`), "ZONE"},
	{regexp.MustCompile(`\.[0-9a-f]{16}\b`), ".HASH"},
	{regexp.MustCompile(`\b(node|kwok-node)-\d+\b`), "NODE"},
	{regexp.MustCompile(`\b3[0-2]\d{3}\b`), "NODEPORT"},
	{regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{5}\b`), "-RANDOM"},
	{regexp.MustCompile(`eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+`), "TOKEN"},
	{regexp.MustCompile(`(kwok|kcm)://[A-Z]+/`), "RUNTIME://"},
	{regexp.MustCompile(`/tmp/(LIVE|MERGED)-\d+`), "/tmp/$1"},
	{regexp.MustCompile(`[ \t]{2,}|\t`), "  "},
	{regexp.MustCompile(`(?m)[ \t]+$`), ""},
	{regexp.MustCompile(`-{4,}`), "----"},
}

// normal is the text without what two clusters cannot have in common.
func normal(line Line, text string) string {
	if line.Machine {
		text = build.ReplaceAllString(text, "$1: BUILD")
		text = targetPort.ReplaceAllString(text, "$1: PORT")
	}
	for _, each := range replacements {
		text = each.pattern.ReplaceAllString(text, each.with)
	}
	if line.Kubelet {
		text = observedGeneration.ReplaceAllString(text, "")
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if line.Machine {
		lines = withoutSoftware(lines)
	}
	if line.Names {
		lines = namesOnly(lines)
	}
	if line.Sorted {
		slices.Sort(lines)
	}
	return strings.Join(lines, "\n")
}

var observedGeneration = regexp.MustCompile(`(?m)^\s*"?observedGeneration"?: \d+,?\n`)

// What was built by whom; which version it is stays.
var build = regexp.MustCompile(`(?m)^( +(?:buildDate|compiler|gitCommit|gitTreeState|goVersion|platform)): .*$`)
var targetPort = regexp.MustCompile(`(?m)^( +targetPort): \d+$`)
var software = []string{"VERSION", "OS-IMAGE", "KERNEL-VERSION", "CONTAINER-RUNTIME"}

// withoutSoftware empties the cells of a table that say what runs on a node: KWOK's nodes name other programs than ours. Cells are
// parted by two spaces, as normal leaves them.
func withoutSoftware(lines []string) []string {
	columns := strings.Split(lines[0], "  ")
	if !slices.Contains(columns, "CONTAINER-RUNTIME") {
		return lines
	}
	kept := []string{lines[0]}
	for _, line := range lines[1:] {
		cells := strings.Split(line, "  ")
		for i := range cells {
			if len(cells) == len(columns) && slices.Contains(software, columns[i]) {
				cells[i] = "SOFTWARE"
			}
		}
		kept = append(kept, strings.Join(cells, "  "))
	}
	return kept
}

var field = regexp.MustCompile(`^\s*\S+\s+<.+>`)
var heading = regexp.MustCompile(`^(KIND|VERSION|GROUP|FIELD|FIELDS|RESOURCE):`)

// namesOnly keeps headings and fields of an explanation: our server says nothing about their meaning.
func namesOnly(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if field.MatchString(line) || heading.MatchString(line) {
			kept = append(kept, line)
		}
	}
	return kept
}
