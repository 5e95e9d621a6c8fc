// Command facts prints what the model compiler needs to know about a Kubernetes release, read by
// reflection off upstream's Go types and from the discovery documents of a running kube-apiserver.
//
//	go run ./facts -out ../../model/src/main/schema -release 1.36.3 api.json apis.json
//
// api.json and apis.json are the answers of /api and /apis to
// Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList, with all APIs on.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"dev.kcm/model-facts/kinds"
	apidiscovery "k8s.io/api/apidiscovery/v2"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func main() {
	out := flag.String("out", ".", "folder the tables go to")
	release := flag.String("release", "", "release the tables are named after")
	flag.Parse()
	if *release == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: facts -out FOLDER -release RELEASE DISCOVERY.json...")
		os.Exit(2)
	}
	table := func(name string) string { return filepath.Join(*out, name+"-"+*release+".tsv") }

	served, resources := readDiscovery(flag.Args())
	scheme := kinds.Scheme()
	for _, beside := range []schema.GroupVersion{
		{Group: "metrics.k8s.io", Version: "v1beta1"},
		{Group: "custom.metrics.k8s.io", Version: "v1beta2"},
		{Group: "external.metrics.k8s.io", Version: "v1beta1"},
		{Group: "apidiscovery.k8s.io", Version: "v2"},
	} {
		served[beside] = true
	}

	types := &typeTable{seen: map[reflect.Type]bool{}}
	kindLines := []string{"group\tversion\tkind\ttype"}
	for _, kind := range kinds.Of(scheme, served) {
		goType := scheme.AllKnownTypes()[kind]
		types.add(goType)
		kindLines = append(kindLines, strings.Join([]string{kind.Group, kind.Version, kind.Kind, name(goType)}, "\t"))
	}
	write(table("kinds"), kindLines)
	write(table("schema"), types.lines())
	write(table("resources"), resources)
}

func write(path string, lines []string) {
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readDiscovery(paths []string) (map[schema.GroupVersion]bool, []string) {
	served := map[schema.GroupVersion]bool{}
	var rows []string
	for _, path := range paths {
		data, err := os.ReadFile(path)
		var list apidiscovery.APIGroupDiscoveryList
		if err == nil {
			err = json.Unmarshal(data, &list)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
			os.Exit(1)
		}
		for _, group := range list.Items {
			for _, version := range group.Versions {
				served[schema.GroupVersion{Group: group.Name, Version: version.Version}] = true
				for _, resource := range version.Resources {
					rows = append(rows, resourceRow(group.Name, version.Version, resource))
				}
			}
		}
	}
	rows = append(rows,
		"metrics.k8s.io\tv1beta1\tNodeMetrics\tnodes\t\tCluster\t\t\tget,list\t",
		"metrics.k8s.io\tv1beta1\tPodMetrics\tpods\t\tNamespaced\t\t\tget,list\t")
	sort.Strings(rows)
	return served, append([]string{"group\tversion\tkind\tplural\tsingular\tscope\tshortNames\tcategories\tverbs\tsubresources"}, rows...)
}

// Subresources are printed as name=group/version/Kind:verb+verb, the group version left out where it is the resource's own.
func resourceRow(group, version string, resource apidiscovery.APIResourceDiscovery) string {
	var subresources []string
	for _, sub := range resource.Subresources {
		kind := ""
		if sub.ResponseKind != nil {
			kind = sub.ResponseKind.Kind
			if sub.ResponseKind.Version != "" && (sub.ResponseKind.Group != group || sub.ResponseKind.Version != version) {
				kind = sub.ResponseKind.Group + "/" + sub.ResponseKind.Version + "/" + kind
			}
		}
		subresources = append(subresources, sub.Subresource+"="+kind+":"+strings.Join(sub.Verbs, "+"))
	}
	return strings.Join([]string{
		group, version, resource.ResponseKind.Kind, resource.Resource, resource.SingularResource, string(resource.Scope),
		strings.Join(resource.ShortNames, ","), strings.Join(resource.Categories, ","),
		strings.Join(resource.Verbs, ","), strings.Join(subresources, ","),
	}, "\t")
}

// typeTable collects struct types, reachable ones included.
type typeTable struct {
	seen  map[reflect.Type]bool
	types []reflect.Type
}

func (t *typeTable) add(goType reflect.Type) {
	switch goType.Kind() {
	case reflect.Pointer, reflect.Slice:
		t.add(goType.Elem())
	case reflect.Map:
		t.add(goType.Elem())
	case reflect.Struct:
		if t.seen[goType] || !strings.HasPrefix(goType.PkgPath(), "k8s.io/") {
			return
		}
		t.seen[goType] = true
		t.types = append(t.types, goType)
		for i := 0; i < goType.NumField(); i++ {
			if field := goType.Field(i); field.IsExported() {
				t.add(field.Type)
			}
		}
	}
}

func (t *typeTable) lines() []string {
	sort.Slice(t.types, func(i, j int) bool { return name(t.types[i]) < name(t.types[j]) })
	lines := []string{"type\tjson\tflags\tgo\tproto\tprotoName\tpatchStrategy\tpatchMergeKey"}
	for _, goType := range t.types {
		lines = append(lines, name(goType)) // declares the type, even one without fields
		for i := 0; i < goType.NumField(); i++ {
			if field := goType.Field(i); field.IsExported() {
				lines = append(lines, fieldRow(field))
			}
		}
	}
	return lines
}

// fieldRow starts with a tab: it belongs to the type declared above. Rows keep the order of Go's declaration, which is the
// order of keys in JSON.
func fieldRow(field reflect.StructField) string {
	jsonName, jsonFlags, _ := strings.Cut(field.Tag.Get("json"), ",")
	number, protoName := "", ""
	if parts := strings.Split(field.Tag.Get("protobuf"), ","); len(parts) > 1 {
		if _, err := strconv.Atoi(parts[1]); err == nil {
			number = parts[1]
		}
		for _, part := range parts {
			if found, ok := strings.CutPrefix(part, "name="); ok {
				protoName = found
			}
		}
	}
	if field.Anonymous && jsonName == "" && jsonFlags == "" {
		jsonFlags = "inline"
	}
	return "\t" + strings.Join([]string{
		jsonName, jsonFlags, describe(field.Type), number, protoName,
		field.Tag.Get("patchStrategy"), field.Tag.Get("patchMergeKey"),
	}, "\t")
}

func name(goType reflect.Type) string { return goType.PkgPath() + "." + goType.Name() }

// describe spells a Go type: pointers, slices and maps as in Go, structs by name, named scalars as kind:name, and a named
// slice that is a message of its own in protobuf as message:name=elements.
func describe(goType reflect.Type) string {
	named := goType.PkgPath() != ""
	switch goType.Kind() {
	case reflect.Pointer:
		return "*" + describe(goType.Elem())
	case reflect.Slice:
		if goType.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		if _, message := reflect.PointerTo(goType).MethodByName("MarshalToSizedBuffer"); named && message {
			return "message:" + name(goType) + "=[]" + describe(goType.Elem())
		}
		return "[]" + describe(goType.Elem())
	case reflect.Map:
		return "map[" + describe(goType.Key()) + "]" + describe(goType.Elem())
	case reflect.Struct:
		return "struct:" + name(goType)
	case reflect.Interface:
		return "interface"
	}
	if named {
		return goType.Kind().String() + ":" + name(goType)
	}
	return goType.Kind().String()
}
