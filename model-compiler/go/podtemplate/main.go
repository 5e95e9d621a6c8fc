// Command podtemplate prints how Go lays out a pod template: what upstream's hash of one is computed
// over (DaemonSet revisions, ReplicaSets of Deployments) is a dump of these structs.
//
//	go run ./podtemplate > ../../model/src/main/resources/dev/kcm/model/revision/pod-template.tsv
//
// One line per type, PodTemplateSpec first: the name Go prints, then a field per cell, `goName
// jsonName shape type [number]`. jsonName is "*" for an embedded struct. A shape is s for text, n for a
// number, b for a truth value, q for a quantity, t for a time, i for int-or-string, x for what is not
// dumped, o for another struct (number is its line), with l in front for lists, m for maps and p for
// pointers.
package main

import (
	"fmt"
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var order []reflect.Type
var numbers = map[reflect.Type]int{}

func number(of reflect.Type) int {
	if known, ok := numbers[of]; ok {
		return known
	}
	numbers[of] = len(order)
	order = append(order, of)
	return numbers[of]
}

func shape(of reflect.Type) (string, int) {
	switch of {
	case reflect.TypeFor[resource.Quantity]():
		return "q", -1
	case reflect.TypeFor[metav1.Time]():
		return "t", -1
	case reflect.TypeFor[intstr.IntOrString]():
		return "i", -1
	case reflect.TypeFor[metav1.ManagedFieldsEntry]():
		return "x", -1
	}
	prefix := ""
	switch of.Kind() {
	case reflect.Pointer:
		prefix = "p"
	case reflect.Slice:
		prefix = "l"
	case reflect.Map:
		prefix = "m"
	case reflect.String:
		return "s", -1
	case reflect.Bool:
		return "b", -1
	case reflect.Int32, reflect.Int64:
		return "n", -1
	case reflect.Struct:
		return "o", number(of)
	default:
		panic("no shape for " + of.String())
	}
	inner, child := shape(of.Elem())
	return prefix + inner, child
}

func line(of reflect.Type) string {
	cells := []string{of.String()}
	for at := range of.NumField() {
		field := of.Field(at)
		jsonName, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if jsonName == "" {
			jsonName = "*"
		}
		kind, child := shape(field.Type)
		cell := fmt.Sprintf("%s %s %s %s", field.Name, jsonName, kind, field.Type)
		if child >= 0 {
			cell += fmt.Sprintf(" %d", child)
		}
		cells = append(cells, cell)
	}
	return strings.Join(cells, "\t")
}

func main() {
	number(reflect.TypeFor[corev1.PodTemplateSpec]())
	for at := 0; at < len(order); at++ {
		fmt.Println(line(order[at]))
	}
}
