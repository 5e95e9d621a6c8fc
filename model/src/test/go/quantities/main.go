// Prints what resource.Quantity makes of many texts and pairs, one case per line, tab-separated,
// texts as JSON strings:
//
//	parse  text  printed  format  value  milli  micro  sign
//	error  text  message
//	pair   left  right  sum  sumFormat  difference  differenceFormat  order
//	round  text  scale  printed
//
// Where Go's result is an accident of overflow (not the exact amount), the field is "~".
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"

	inf "gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

var suffixes = []string{"", "", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}

var edges = []string{
	"", "0", "00", "-0", "+0", "0.0", ".", "+", "-", ".5", "5.", "-.5", "0.", "..", "1..2", "1.2.3", "k", "Ki", "Pi", "e5", "e-20", ".e-20", "-.Pi",
	"1e", "1E", "1e5", "1E5", "1e+5", "1e-5", "1e05", "100e0", "1Ee5", "1e1.5", "1i", "1K", "1ki", "1kI", "1Kii", "1mm", "1 ", " 1", "1_000", "１",
	"1.500", "1.50", "1.5", "1.123", "0.123", "1500", "1000", "1000000", "1024Ki", "1025Ki", "1000Ki", "1023", "1024", "+5", "05", "-05", "+1025Ki", "01025Ki",
	"100m", "1000m", "1500m", "0.1m", "0.0001n", "0.00000000001", "1e-10", "1e-12", "-1e-12", "1.1n", "-1.1n", "0.5Ki", "-0.5Ki", "1.5Gi", "0.0001Ki", "0.001Mi",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "999999999999999999", "1000000000000000000",
	"9E", "9.3E", "10E", "7Ei", "8Ei", "9Ei", "-9Ei", "999Ei", "1023Pi", "1024Pi", "8191Pi", "1e18", "1e19", "1e20", "1001E", "123456789012345678901234567890",
	"0.123456789123456789", "123456789.123456789", "1234567890123456789.5", "12e6", "12E6", "1e3", "1000e3", "1.5e3", "1e1", "1e2", "1e-1", "1e-3", "1e-9", "0e5", "0k", "0Ki", "0Pi", "00Gi",
	"8Ki", "16Ki", "9Ki", "2048Mi", "99999999999Ki", "999999999999Ki", "99999999Mi", "999999999Mi", "99999Gi", "999999Gi", "99Ti", "999Ti", "1Pi", "1Ei", "1024Ti", "abc", "1x", "--1", "+-1", "1-", "1+5", "1k5", "1e5k",
}

func digits(random *rand.Rand, most int) string {
	var text strings.Builder
	count := random.Intn(most + 1)
	for range count {
		if random.Intn(3) == 0 {
			text.WriteByte('0')
		} else {
			text.WriteByte(byte('0' + random.Intn(10)))
		}
	}
	return text.String()
}

func number(random *rand.Rand) string {
	text := []string{"", "", "", "-", "+"}[random.Intn(5)]
	text += digits(random, []int{2, 4, 9, 19, 24}[random.Intn(5)])
	if random.Intn(3) == 0 {
		text += "." + digits(random, []int{1, 3, 6, 12}[random.Intn(4)])
	}
	if random.Intn(8) == 0 {
		return text + []string{"e", "E"}[random.Intn(2)] + []string{"", "-", "+"}[random.Intn(3)] + fmt.Sprint(random.Intn(25))
	}
	return text + suffixes[random.Intn(len(suffixes))]
}

func garbage(random *rand.Rand) string {
	const letters = "0123456789012345.+-eEinumkKMGTP x"
	var text strings.Builder
	for range random.Intn(7) {
		text.WriteByte(letters[random.Intn(len(letters))])
	}
	return text.String()
}

func quote(text string) string {
	bytes, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(bytes)
}

// printed is the text, or "~" if it does not read back as the same amount.
func printed(quantity resource.Quantity) string {
	text := quantity.DeepCopy()
	result := text.String()
	back, err := resource.ParseQuantity(result)
	if err != nil || back.Cmp(quantity.DeepCopy()) != 0 {
		return "~"
	}
	return result
}

// scaled is ScaledValue, or "~" if that is not the amount rounded away from zero.
func scaled(quantity resource.Quantity, scale resource.Scale) string {
	original := quantity.DeepCopy()
	result := original.ScaledValue(scale)
	decimal := quantity.DeepCopy()
	exact := new(inf.Dec).Round(decimal.AsDec(), inf.Scale(-scale), inf.RoundUp)
	if exact.Cmp(inf.NewDec(result, inf.Scale(-scale))) != 0 {
		return "~"
	}
	return fmt.Sprint(result)
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	random := rand.New(rand.NewSource(1))
	texts := append([]string{}, edges...)
	for range 1400 {
		texts = append(texts, number(random))
	}
	for range 300 {
		texts = append(texts, garbage(random))
	}
	var good []resource.Quantity
	var spelled []string
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			fmt.Fprintf(out, "error\t%s\t%s\n", quote(text), err)
			continue
		}
		good = append(good, quantity)
		spelled = append(spelled, text)
		fmt.Fprintf(out, "parse\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", quote(text), printed(quantity), quantity.Format,
			scaled(quantity, 0), scaled(quantity, resource.Milli), scaled(quantity, resource.Micro), quantity.Sign())
	}
	for range 900 {
		left, right := random.Intn(len(good)), random.Intn(len(good))
		if random.Intn(6) == 0 {
			right = left
		}
		sum, difference := good[left].DeepCopy(), good[left].DeepCopy()
		sum.Add(good[right].DeepCopy())
		difference.Sub(good[right].DeepCopy())
		one := good[left].DeepCopy()
		fmt.Fprintf(out, "pair\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", quote(spelled[left]), quote(spelled[right]),
			printed(sum), sum.Format, printed(difference), difference.Format, one.Cmp(good[right].DeepCopy()))
	}
	for range 300 {
		one := random.Intn(len(good))
		scale := random.Intn(22) - 9
		rounded := good[one].DeepCopy()
		rounded.RoundUp(resource.Scale(scale))
		fmt.Fprintf(out, "round\t%s\t%d\t%s\n", quote(spelled[one]), scale, printed(rounded))
	}
}
