package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

const (
	numberOfCases = 2600
	// longAgo is the year of all writes, which upstream's clock never shows.
	longAgo = 2020
)

// Case is one object through several writes.
type Case struct {
	Kind   string  `json:"kind"`
	Writes []Write `json:"writes"`
}

// Write is one request and what upstream made of it. An apply sends a part of an object, an update all of it.
type Write struct {
	Manager     string          `json:"manager"`
	Applies     bool            `json:"applies,omitempty"`
	Force       bool            `json:"force,omitempty"`
	Version     string          `json:"version"`
	Subresource string          `json:"subresource,omitempty"`
	Body        json.RawMessage `json:"body"`
	// Result is the object an apply led to; an update leads to its body.
	Result  json.RawMessage `json:"result,omitempty"`
	Managed json.RawMessage `json:"managed,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// Subject is a kind with what upstream's field manager needs of it.
type Subject struct {
	kind      schema.GroupVersionKind
	versions  []string
	converter managedfields.TypeConverter
	filler    *Filler
	reset     map[string][]string
}

// nothingElse converts between versions that look the same, and sets no defaults.
type nothingElse struct{ runtime.ObjectConvertor }

func (nothingElse) ConvertToVersion(in runtime.Object, gv runtime.GroupVersioner) (runtime.Object, error) {
	version, ok := gv.(schema.GroupVersion)
	if !ok {
		return nil, fmt.Errorf("no version: %v", gv)
	}
	if strings.HasPrefix(version.Version, "gone") {
		return nil, runtime.NewNotRegisteredErrForTarget("test", nil, version)
	}
	out := in.DeepCopyObject().(*unstructured.Unstructured)
	out.SetAPIVersion(version.String())
	return out, nil
}

func (nothingElse) Default(runtime.Object) {}

func (nothingElse) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	object := &unstructured.Unstructured{Object: map[string]any{}}
	object.SetGroupVersionKind(kind)
	return object, nil
}

func (s *Subject) manager(version, subresource string) (*managedfields.FieldManager, error) {
	kind := schema.GroupVersionKind{Group: s.kind.Group, Version: version, Kind: s.kind.Kind}
	filters := map[fieldpath.APIVersion]fieldpath.Filter{}
	for _, it := range s.versions {
		set := fieldpath.NewSet()
		for _, field := range s.reset[subresource] {
			set.Insert(fieldpath.MakePathOrDie(field))
		}
		gv := schema.GroupVersion{Group: s.kind.Group, Version: it}
		filters[fieldpath.APIVersion(gv.String())] = fieldpath.NewExcludeSetFilter(set)
	}
	return managedfields.NewDefaultFieldManager(
		s.converter, nothingElse{}, nothingElse{}, nothingElse{}, kind, kind.GroupVersion(), subresource, filters)
}

// subjects are the built-in kinds of stable versions and a custom one.
func subjects(kindsFile string) ([]*Subject, []byte, error) {
	models := definitions()
	found, err := kinds(kindsFile, models)
	if err != nil {
		return nil, nil, err
	}
	custom, err := customModels(models)
	if err != nil {
		return nil, nil, err
	}
	var all []*Subject
	for _, it := range found {
		if !strings.Contains(it.Version, "alpha") && !strings.Contains(it.Version, "beta") {
			mark(models[it.Definition], it.Group, it.Version, it.Kind)
			kind := schema.GroupVersionKind{Group: it.Group, Version: it.Version, Kind: it.Kind}
			all = append(all, &Subject{kind: kind, versions: []string{it.Version}})
			all[len(all)-1].filler = &Filler{models: models, root: models[it.Definition]}
		}
	}
	builtIn, err := managedfields.NewTypeConverter(models, false)
	if err != nil {
		return nil, nil, err
	}
	for _, it := range all {
		it.converter = builtIn
		it.reset = map[string][]string{"": {"status"}, "status": {"spec"}}
	}
	customConverter, err := managedfields.NewTypeConverter(custom, false)
	if err != nil {
		return nil, nil, err
	}
	// The custom kind is as frequent as a quarter of all.
	for i := 0; i < len(found)/5; i++ {
		all = append(all, &Subject{
			kind:      schema.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Widget"},
			versions:  []string{"v1", "v2"},
			converter: customConverter,
			filler:    &Filler{models: custom, root: custom["widget.v1"]},
			reset:     map[string][]string{"": {"status"}, "status": {"spec", "metadata"}},
		})
	}
	return all, []byte(customSchema), nil
}

func mark(model *spec.Schema, group, version, kind string) {
	model.AddExtension("x-kubernetes-group-version-kind",
		[]any{map[string]any{"group": group, "version": version, "kind": kind}})
}

func customModels(models map[string]*spec.Schema) (map[string]*spec.Schema, error) {
	custom := map[string]*spec.Schema{}
	for name, model := range models {
		if strings.Contains(name, "apimachinery") {
			custom[name] = model
		}
	}
	for _, version := range []string{"v1", "v2"} {
		widget := &spec.Schema{}
		if err := json.Unmarshal([]byte(customSchema), widget); err != nil {
			return nil, err
		}
		widget.Properties["metadata"] = *spec.RefSchema("#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")
		widget.Properties["apiVersion"] = *spec.StringProperty()
		widget.Properties["kind"] = *spec.StringProperty()
		mark(widget, "example.com", version, "Widget")
		custom["widget."+version] = widget
	}
	return custom, nil
}

// writeCases prints the custom schema and then the cases, one to a line.
func writeCases(kindsFile string) error {
	all, customSchema, err := subjects(kindsFile)
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(json.RawMessage(customSchema)); err != nil {
		return err
	}
	for seed := int64(0); seed < numberOfCases; seed++ {
		random := rand.New(rand.NewSource(seed))
		one, err := newCase(random, all[random.Intn(len(all))])
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if err := out.Encode(one); err != nil {
			return err
		}
	}
	return nil
}

func newCase(random *rand.Rand, subject *Subject) (*Case, error) {
	filler := *subject.filler
	filler.random = random
	story := &Story{random: random, subject: subject, filler: &filler}
	one := &Case{Kind: subject.kind.GroupVersion().String() + "/" + subject.kind.Kind}
	writes := 2 + random.Intn(5)
	if random.Intn(25) == 0 {
		writes = 14
	}
	for i := 0; i < writes; i++ {
		write, err := story.next(i)
		if err != nil {
			return nil, err
		}
		one.Writes = append(one.Writes, *write)
	}
	return one, nil
}

// timeOf is when the write of a number happens; upstream's clock is corrected to it.
func timeOf(number int) metav1.Time {
	return metav1.NewTime(time.Date(longAgo, 1, 1, 0, 0, number, 0, time.UTC))
}

func corrected(object *unstructured.Unstructured, number int) {
	entries := object.GetManagedFields()
	for i := range entries {
		if entries[i].Time != nil && entries[i].Time.Year() != longAgo {
			at := timeOf(number)
			entries[i].Time = &at
		}
	}
	object.SetManagedFields(entries)
}
