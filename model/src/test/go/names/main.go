// Prints what upstream's name validators, SafeEncodeString and int-or-percent scaling answer, one
// case per line, tab-separated, texts as JSON:
//
//	dnsLabel | dnsSubdomain | oldDnsLabel | pathSegment | labelKey | labelValue   text  messages
//	prefix  text  messages                 (NameIsDNSSubdomain of a generateName)
//	encoded  text  encoded
//	scaled  value  total  roundUp  result
//	scalederror  value  message
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/intstr"
	utilrand "k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/validation"
)

func quote(value any) string {
	bytes, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(bytes)
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	random := rand.New(rand.NewSource(3))
	texts := []string{"", "a", "-", ".", "..", "a.b", "a..b", ".a", "a.", "a-", "-a", "a-.b", "A", "a_b", "_", "1a", "1", "a/b", "/a", "a/", "a/b/c", "a%b", "%", "a b", "ä", "a\n", "example.com/name", "Example.com/name", "example.com/", "web-", "ab-",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254), strings.Repeat("ä", 40), strings.Repeat("a", 254) + "/b", strings.Repeat("a", 253) + "/" + strings.Repeat("b", 64), strings.Repeat("a.", 31) + "a"}
	const letters = "aab1-._A/% ä"
	for range 150 {
		var text strings.Builder
		for range 1 + random.Intn(6) {
			text.WriteRune([]rune(letters)[random.Intn(len([]rune(letters)))])
		}
		texts = append(texts, text.String())
	}
	rules := []struct {
		name  string
		check func(string) []string
	}{
		{"dnsLabel", validation.IsDNS1123Label},
		{"dnsSubdomain", validation.IsDNS1123Subdomain},
		{"oldDnsLabel", validation.IsDNS1035Label},
		{"pathSegment", content.IsPathSegmentName},
		{"labelKey", content.IsLabelKey},
		{"labelValue", content.IsLabelValue},
		{"prefix", func(text string) []string { return apivalidation.NameIsDNSSubdomain(text, true) }},
	}
	for _, rule := range rules {
		for _, text := range texts {
			messages := rule.check(text)
			if messages == nil {
				messages = []string{}
			}
			fmt.Fprintf(out, "%s\t%s\t%s\n", rule.name, quote(text), quote(messages))
		}
	}
	for range 100 {
		text := fmt.Sprint(random.Uint32() >> random.Intn(30))
		fmt.Fprintf(out, "encoded\t%s\t%s\n", text, utilrand.SafeEncodeString(text))
	}
	amounts := []string{"", "0", "1", "-1", "7", "100", "2147483647", "-2147483648", "2147483648", "0%", "1%", "25%", "33%", "50%", "99%", "100%", "150%", "-10%", "+5%", "5.5%", "%", "a%", "5%%", " 5%", "5 %", "5", "５%", "99999999999999999999%", "10%5", "a\"%"}
	for _, amount := range amounts {
		value := intstr.Parse(amount)
		for _, total := range []int{0, 1, 3, 7, 10, 1000, 12345} {
			for _, up := range []bool{false, true} {
				result, err := intstr.GetScaledValueFromIntOrPercent(&value, total, up)
				if err != nil {
					fmt.Fprintf(out, "scalederror\t%s\t%d\t%v\t%s\n", quote(amount), total, up, quote(err.Error()))
				} else {
					fmt.Fprintf(out, "scaled\t%s\t%d\t%v\t%d\n", quote(amount), total, up, result)
				}
			}
		}
	}
}
