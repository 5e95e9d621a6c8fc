package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kubernetes/pkg/generated/openapi"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
)

const (
	deduced = "__untyped_deduced_"
	untyped = "__untyped_atomic_"
)

// Kind is a built-in kind and the definition of its type.
type Kind struct {
	Group, Version, Kind, Definition string
}

// definitions are upstream's, as its server merges by them.
func definitions() map[string]*spec.Schema {
	reference := func(name string) spec.Ref {
		return spec.MustCreateRef("#/components/schemas/" + modelName(name))
	}
	models := map[string]*spec.Schema{}
	for name, definition := range openapi.GetOpenAPIDefinitions(reference) {
		model := definition.Schema
		models[modelName(name)] = &model
	}
	return models
}

// modelName turns k8s.io/api/core/v1.Pod into io.k8s.api.core.v1.Pod.
func modelName(name string) string {
	parts := strings.Split(name, "/")
	if len(parts) == 1 {
		return name
	}
	host := strings.Split(parts[0], ".")
	for i, j := 0, len(host)-1; i < j; i, j = i+1, j-1 {
		host[i], host[j] = host[j], host[i]
	}
	return strings.Join(append(host, parts[1:]...), ".")
}

// kinds reads the table of kinds of the model, less lists, options and what else is no object of its own.
func kinds(file string, models map[string]*spec.Schema) ([]Kind, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var found []Kind
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		name := modelName(cells[3])
		model, ok := models[name]
		if ok && !strings.HasSuffix(cells[2], "List") && hasObjectMeta(model) {
			found = append(found, Kind{cells[0], cells[1], cells[2], name})
		}
	}
	return found, lines.Err()
}

func hasObjectMeta(model *spec.Schema) bool {
	metadata, ok := model.Properties["metadata"]
	return ok && strings.HasSuffix(metadata.Ref.String(), ".ObjectMeta")
}

// Table writes types line by line; a type is numbered by its line.
type Table struct {
	types   map[string]schema.Atom
	numbers map[string]int
	names   []string
}

func newTable(models map[string]*spec.Schema, roots []string) (*Table, error) {
	converted, err := schemaconv.ToSchemaFromOpenAPI(models, false)
	if err != nil {
		return nil, err
	}
	table := &Table{types: map[string]schema.Atom{}, numbers: map[string]int{}}
	for _, it := range converted.Types {
		table.types[it.Name] = it.Atom
	}
	for _, root := range roots {
		table.number(root)
	}
	return table, nil
}

// number gives a struct its line, the first time it is met.
func (t *Table) number(name string) int {
	if number, ok := t.numbers[name]; ok {
		return number
	}
	number := len(t.names)
	t.numbers[name] = number
	t.names = append(t.names, name)
	return number
}

// lines are all types that the roots reach.
func (t *Table) lines() []string {
	var lines []string
	for i := 0; i < len(t.names); i++ {
		lines = append(lines, t.names[i]+t.structure(t.types[t.names[i]].Map))
	}
	return lines
}

func (t *Table) structure(it *schema.Map) string {
	line := "\t" + relationship(it.ElementRelationship)
	fields := append([]schema.StructField{}, it.Fields...)
	sort.Slice(fields, func(i, j int) bool { return fields[i].Name < fields[j].Name })
	for _, field := range fields {
		line += "\t" + field.Name + " " + t.reference(field.Type)
		if field.Default != nil && scalar(field.Default) {
			text, err := json.Marshal(field.Default)
			if err != nil {
				panic(err)
			}
			line += " " + string(text)
		}
	}
	if (it.ElementType != schema.TypeRef{}) {
		line += "\t* " + t.reference(it.ElementType)
	}
	return line
}

func scalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

func relationship(it schema.ElementRelationship) string {
	if it == schema.Atomic {
		return "!"
	}
	return "~"
}

func (t *Table) reference(it schema.TypeRef) string {
	if it.NamedType == nil {
		return t.atom(it.Inlined)
	}
	name := *it.NamedType
	switch name {
	case deduced:
		return "d"
	case untyped:
		return "a"
	}
	atom, ok := t.types[name]
	if !ok {
		panic("no type " + name)
	}
	if atom.Map == nil || len(atom.Map.Fields) == 0 {
		return t.atom(atom)
	}
	override := ""
	if it.ElementRelationship != nil {
		override = relationship(*it.ElementRelationship)
	}
	return fmt.Sprintf("#%d%s", t.number(name), override)
}

// atom is a type that has no line of its own.
func (t *Table) atom(it schema.Atom) string {
	switch {
	case it.Scalar != nil && it.Map != nil:
		if it.Map.ElementRelationship == schema.Atomic {
			return "a"
		}
		return "d"
	case it.Scalar != nil:
		return map[schema.Scalar]string{
			schema.String: "s", schema.Numeric: "n", schema.Boolean: "b", schema.Untyped: "u",
		}[*it.Scalar]
	case it.List != nil:
		return t.list(it.List)
	case it.Map != nil && len(it.Map.Fields) == 0:
		return "{" + relationship(it.Map.ElementRelationship) + t.reference(it.Map.ElementType)
	}
	panic(fmt.Sprintf("cannot write %+v", it))
}

func (t *Table) list(it *schema.List) string {
	element := t.reference(it.ElementType)
	switch {
	case it.ElementRelationship != schema.Associative:
		return "[!" + element
	case len(it.Keys) == 0:
		return "[=" + element
	}
	return "[" + strings.Join(it.Keys, ",") + ":" + element
}

// writeSchema writes the table that the model merges by.
func writeSchema(kindsFile, out string) error {
	models := definitions()
	found, err := kinds(kindsFile, models)
	if err != nil {
		return err
	}
	var roots []string
	for _, it := range found {
		roots = append(roots, it.Definition)
	}
	table, err := newTable(models, roots)
	if err != nil {
		return err
	}
	lines := table.lines()
	for _, it := range found {
		lines = append(lines, fmt.Sprintf("@%s/%s/%s\t%d", it.Group, it.Version, it.Kind, table.number(it.Definition)))
	}
	return os.WriteFile(out, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
