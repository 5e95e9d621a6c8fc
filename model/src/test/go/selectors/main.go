// Prints what labels.Parse, metav1.LabelSelectorAsSelector and fields.ParseSelector make of many
// selectors, one case per line, tab-separated, texts as JSON:
//
//	label   text  printed  matches        (one digit per label set of the first line)
//	error   text  message
//	typed   LabelSelector  printed  matches
//	typederror  LabelSelector  message
//	field   text  printed  matches
//	fielderror  text  message
//	labels  JSON array of label sets      (first line)
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

var keys = []string{"app", "tier", "a", "in", "notin", "example.com/role", "x.y/z", "n", "A_b.c"}
var values = []string{"web", "db", "1", "10", "-5", "", "in", "notin", "front-end", "9223372036854775807", "v1.2_3"}
var badWords = []string{"a/b/c", "/x", "x/", "UPPER.example/x", "-a", "a-", "a*", "ä", "a%b", strings.Repeat("k", 64), strings.Repeat("p", 254) + "/x", "\"q\"", "a\\b"}

var edges = []string{
	"", " ", ",", "a", "!a", "!", "! a", "a,", ",a", "a,,b", "a=b", "a==b", "a===b", "a!=b", "a!b", "a=!b", "a=", "a==", "a!=", "a=,b", "a = b", "a=b c", "a b", "a in", "a in b", "a in (",
	"a in (b", "a in (b c)", "a in (b,", "a in (b,)", "a in (,b)", "a in (,)", "a in ()", "a in (,,)", "a in (b,,c)", "a in (=)", "a in (b=)", "a in (b,=)", "a in (,=", "a notin (b,c)", "a notin b",
	"a>1", "a<1", "a>x", "a>", "a>1,a<5", "a>=1", "a gt 1", "in in (in)", "notin notin (notin,in)", "in", "!in", "in=in", "!a=b", "!a in (b)", "a)", "(a)", "a=(b)", "a=b)", "a\tin\n(b)\r,c", "x=a,x=b", "b,a,c=1", "!!a", "a!", "a =", "a= ,b",
	"a in (z,y,x)", "a in (x,x,y)", "a=" + strings.Repeat("v", 63), "a=" + strings.Repeat("v", 64), "a=-x", "a in (-x,ok,y-)", "a>1.5", "a>9223372036854775808", "a<-1", "a=b,c notin (d, e ),!f,g", "a=b;c=d", "a=b&c",
}

func pick(random *rand.Rand, from []string) string { return from[random.Intn(len(from))] }

func word(random *rand.Rand, from []string) string {
	if random.Intn(25) == 0 {
		return pick(random, badWords)
	}
	return pick(random, from)
}

func requirement(random *rand.Rand) string {
	key := word(random, keys)
	switch random.Intn(9) {
	case 0:
		return key
	case 1:
		return "!" + key
	case 2, 3:
		return key + pick(random, []string{"=", "==", "!=", " = ", " != "}) + word(random, values)
	case 4:
		return key + pick(random, []string{">", "<", " > "}) + pick(random, []string{"1", "5", "-7", "x", ""})
	case 5, 6, 7:
		var set []string
		for range random.Intn(4) {
			set = append(set, word(random, values))
		}
		return key + pick(random, []string{" in ", " notin "}) + "(" + strings.Join(set, pick(random, []string{",", ", "})) + ")"
	default:
		return pick(random, []string{"(", ")", ",", "=", "!", key + " " + key, key + "=" + key + " " + key, ""})
	}
}

func labelText(random *rand.Rand) string {
	var parts []string
	for range 1 + random.Intn(4) {
		parts = append(parts, requirement(random))
	}
	return strings.Join(parts, ",")
}

func labelSets(random *rand.Rand) []map[string]string {
	sets := []map[string]string{{}}
	for range 23 {
		set := map[string]string{}
		for range random.Intn(6) {
			set[pick(random, keys)] = pick(random, values)
		}
		sets = append(sets, set)
	}
	return sets
}

func typed(random *rand.Rand) *metav1.LabelSelector {
	selector := &metav1.LabelSelector{}
	for range random.Intn(3) {
		if selector.MatchLabels == nil {
			selector.MatchLabels = map[string]string{}
		}
		// One bad label at most: Go reports the first in the random order of its map.
		key, value := pick(random, keys), strings.Trim(pick(random, values), "-")
		if random.Intn(30) == 0 && len(selector.MatchLabels) == 0 {
			key = pick(random, badWords)
		}
		selector.MatchLabels[key] = value
	}
	for range random.Intn(3) {
		operator := pick(random, []string{"In", "NotIn", "Exists", "DoesNotExist"})
		expression := metav1.LabelSelectorRequirement{Key: word(random, keys)}
		count := 0
		if operator == "In" || operator == "NotIn" {
			count = 1 + random.Intn(3)
		}
		if random.Intn(15) == 0 {
			count = random.Intn(2)
			operator = pick(random, []string{"In", "NotIn", "Exists", "DoesNotExist", "Gt", "in", ""})
		}
		expression.Operator = metav1.LabelSelectorOperator(operator)
		for range count {
			expression.Values = append(expression.Values, word(random, values))
		}
		selector.MatchExpressions = append(selector.MatchExpressions, expression)
	}
	return selector
}

var fieldEdges = []string{
	"", ",", ",,", "a", "a=b", "a==b", "a!=b", "a===b", "a!==b", "=", "==", "!=", "=b", "a=", "a!=", "a=b,c=d", "c=d,a=b", "a=b,", ",a=b", `a=b\,c`, `a=b\=c`, `a=b\\c`, `a=b\c`, `a=b\`, "a=b=c", `a\,b=c`, "a!b=c", "spec.nodeName=n1,status.phase!=Failed",
	"metadata.name=x", "a=ä", "ä=b,z=1", `a=\ä`, "a = b", "a<b", "x=1,x=2", `a=b\,`, "!=,a=b", "a!=b,a=b",
}

func fieldText(random *rand.Rand) string {
	var parts []string
	for range 1 + random.Intn(3) {
		parts = append(parts, pick(random, []string{"metadata.name", "metadata.namespace", "spec.nodeName", "status.phase", "", "x"})+
			pick(random, []string{"=", "==", "!=", "=", ""})+pick(random, []string{"a", "b", "", `c\,d`, `e\=f`, `g\\h`, `i\j`, "Running", "k=l"}))
	}
	return strings.Join(parts, ",")
}

func quote(value any) string {
	bytes, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(bytes)
}

func matches(sets []map[string]string, test func(map[string]string) bool) string {
	var text strings.Builder
	for _, set := range sets {
		if test(set) {
			text.WriteByte('1')
		} else {
			text.WriteByte('0')
		}
	}
	return text.String()
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	random := rand.New(rand.NewSource(2))
	sets := labelSets(random)
	fmt.Fprintf(out, "labels\t%s\n", quote(sets))
	texts := append([]string{}, edges...)
	for _, word := range badWords {
		texts = append(texts, word, "a="+word, "a in ("+word+",b)")
	}
	for range 700 {
		texts = append(texts, labelText(random))
	}
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		selector, err := labels.Parse(text)
		if err != nil {
			fmt.Fprintf(out, "error\t%s\t%s\n", quote(text), quote(err.Error()))
			continue
		}
		fmt.Fprintf(out, "label\t%s\t%s\t%s\n", quote(text), quote(selector.String()),
			matches(sets, func(set map[string]string) bool { return selector.Matches(labels.Set(set)) }))
	}
	for range 400 {
		one := typed(random)
		selector, err := metav1.LabelSelectorAsSelector(one)
		if err != nil {
			fmt.Fprintf(out, "typederror\t%s\t%s\n", quote(one), quote(err.Error()))
			continue
		}
		fmt.Fprintf(out, "typed\t%s\t%s\t%s\n", quote(one), quote(selector.String()),
			matches(sets, func(set map[string]string) bool { return selector.Matches(labels.Set(set)) }))
	}
	fieldSets := []map[string]string{{}, {"metadata.name": "a"}, {"metadata.name": "b", "spec.nodeName": "a"}, {"status.phase": "Running"}, {"x": "c,d"}, {"x": "e=f", "metadata.name": `g\h`}, {"a": "b"}, {"a": "b,c"}, {"a": ""}}
	fmt.Fprintf(out, "fields\t%s\n", quote(fieldSets))
	texts = append([]string{}, fieldEdges...)
	for range 300 {
		texts = append(texts, fieldText(random))
	}
	seen = map[string]bool{}
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		selector, err := fields.ParseSelector(text)
		if err != nil {
			fmt.Fprintf(out, "fielderror\t%s\t%s\n", quote(text), quote(err.Error()))
			continue
		}
		fmt.Fprintf(out, "field\t%s\t%s\t%s\n", quote(text), quote(selector.String()),
			matches(fieldSets, func(set map[string]string) bool { return selector.Matches(fields.Set(set)) }))
	}
}
