package main

import (
	"fmt"
	"math/rand"
	"path"
	"sort"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

// customSchema has everything that a structural schema may say about merging.
const customSchema = `{"type":"object","properties":{` +
	`"spec":{"type":"object","properties":{` +
	`"count":{"type":"integer"},"text":{"type":"string"},"when":{"type":"string","format":"date-time"},"flag":{"type":"boolean"},` +
	`"either":{"x-kubernetes-int-or-string":true},` +
	`"tags":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"},` +
	`"numbers":{"type":"array","items":{"type":"integer"},"x-kubernetes-list-type":"set"},` +
	`"steps":{"type":"array","items":{"type":"string"}},` +
	`"ports":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"],"items":{"type":"object","properties":{` +
	`"port":{"type":"integer"},"protocol":{"type":"string","default":"TCP"},"name":{"type":"string"},"hosts":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}}}},` +
	`"options":{"type":"object","additionalProperties":{"type":"string"}},` +
	`"nested":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}},` +
	`"selector":{"type":"object","x-kubernetes-map-type":"atomic","properties":{"a":{"type":"string"},"b":{"type":"string"}}},` +
	`"labels":{"type":"object","x-kubernetes-map-type":"atomic","additionalProperties":{"type":"string"}},` +
	`"open":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"known":{"type":"string"}}},` +
	`"free":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},` +
	`"status":{"type":"object","properties":{"phase":{"type":"string"},"conditions":{"type":"array","x-kubernetes-list-type":"map",` +
	`"x-kubernetes-list-map-keys":["type"],"items":{"type":"object","properties":{"type":{"type":"string"},"status":{"type":"string"}}}}}}}}`

// Filler makes objects of a schema out of few values, so that they meet.
type Filler struct {
	models map[string]*spec.Schema
	root   *spec.Schema
	random *rand.Rand
}

func (f *Filler) object() map[string]any {
	made := map[string]any{}
	for _, name := range names(f.root.Properties) {
		property := f.root.Properties[name]
		switch name {
		case "apiVersion", "kind":
		case "metadata":
			if f.random.Intn(2) == 0 {
				made[name] = f.metadata()
			}
		default:
			if f.random.Intn(5) > 0 {
				made[name] = f.value(&property, 0)
			}
		}
	}
	return made
}

func (f *Filler) metadata() map[string]any {
	made := map[string]any{}
	if f.random.Intn(2) == 0 {
		made["labels"] = map[string]any{f.word(): f.word(), f.word(): f.word()}
	}
	if f.random.Intn(3) == 0 {
		made["annotations"] = map[string]any{f.word(): f.word()}
	}
	if f.random.Intn(4) == 0 {
		made["finalizers"] = f.distinct(3, func() any { return f.word() })
	}
	if f.random.Intn(4) == 0 {
		made["ownerReferences"] = []any{map[string]any{"uid": f.word(), "name": f.word(), "kind": "Pod", "apiVersion": "v1"}}
	}
	return made
}

func (f *Filler) word() string {
	return string(rune('a' + f.random.Intn(4)))
}

func (f *Filler) distinct(most int, one func() any) []any {
	made := []any{}
	seen := map[any]bool{}
	for i := f.random.Intn(most + 1); i > 0; i-- {
		value := one()
		if !seen[value] {
			seen[value] = true
			made = append(made, value)
		}
	}
	return made
}

func (f *Filler) resolved(model *spec.Schema) *spec.Schema {
	reference := model.Ref.String()
	if reference == "" && len(model.AllOf) == 1 {
		reference = model.AllOf[0].Ref.String()
	}
	if reference == "" {
		return model
	}
	return f.models[path.Base(reference)]
}

// value is one of a type: sometimes null or empty, never deep.
func (f *Filler) value(model *spec.Schema, depth int) any {
	list := model
	isQuantity := path.Base(model.Ref.String()) == "io.k8s.apimachinery.pkg.api.resource.Quantity"
	model = f.resolved(model)
	if f.random.Intn(40) == 0 {
		return nil
	}
	kind := ""
	if len(model.Type) > 0 {
		kind = model.Type[0]
	}
	if isQuantity || kind == "string" {
		return f.word()
	}
	switch kind {
	case "integer", "number":
		return int64(f.random.Intn(4))
	case "boolean":
		return f.random.Intn(2) == 0
	case "array":
		return f.list(list, depth)
	case "object":
		return f.members(model, depth)
	}
	return f.anything(depth)
}

func (f *Filler) anything(depth int) any {
	switch f.random.Intn(4 + depth) {
	case 0:
		return map[string]any{f.word(): f.anything(depth + 1)}
	case 1:
		return []any{f.word()}
	case 2:
		return int64(f.random.Intn(3))
	}
	return f.word()
}

func (f *Filler) members(model *spec.Schema, depth int) any {
	made := map[string]any{}
	if len(model.Properties) == 0 {
		for i := f.random.Intn(3); i > 0; i-- {
			switch {
			case model.AdditionalProperties != nil && model.AdditionalProperties.Schema != nil:
				made[f.word()] = f.value(model.AdditionalProperties.Schema, depth+1)
			default:
				made[f.word()] = f.anything(depth + 1)
			}
		}
		return made
	}
	all := names(model.Properties)
	for i := 1 + f.random.Intn(4); i > 0; i-- {
		name := all[f.random.Intn(len(all))]
		property := model.Properties[name]
		if depth < 5 {
			made[name] = f.value(&property, depth+1)
		}
	}
	return made
}

func (f *Filler) list(model *spec.Schema, depth int) any {
	kind, _ := model.Extensions["x-kubernetes-list-type"].(string)
	item := model.Items.Schema
	switch {
	case kind == "set":
		return f.distinct(3, func() any {
			if f.resolved(item).Type[0] == "integer" {
				return int64(f.random.Intn(4))
			}
			return f.word()
		})
	case kind == "map":
		return f.keyed(model, item, depth)
	}
	made := []any{}
	for i := f.random.Intn(3); i > 0; i-- {
		made = append(made, f.value(item, depth+1))
	}
	return made
}

// keyed has items with different keys; a key with a default is left out now and then.
func (f *Filler) keyed(model, item *spec.Schema, depth int) any {
	keys, _ := model.Extensions["x-kubernetes-list-map-keys"].([]any)
	if texts, ok := model.Extensions["x-kubernetes-list-map-keys"].([]string); ok {
		for _, text := range texts {
			keys = append(keys, text)
		}
	}
	made := []any{}
	seen := map[string]bool{}
	for i := f.random.Intn(4); i > 0; i-- {
		one, ok := f.value(item, depth+1).(map[string]any)
		if !ok {
			one = map[string]any{}
		}
		identity := ""
		for _, key := range keys {
			name := key.(string)
			property := f.resolved(item).Properties[name]
			if property.Default != nil && property.Default != "" && f.random.Intn(3) == 0 {
				delete(one, name)
				identity += fmt.Sprint(property.Default, "/")
				continue
			}
			one[name] = f.word()
			if kind := f.resolved(&property).Type; len(kind) > 0 && kind[0] == "integer" {
				one[name] = int64(f.random.Intn(3))
			}
			identity += fmt.Sprint(one[name], "/")
		}
		if !seen[identity] {
			seen[identity] = true
			made = append(made, one)
		}
	}
	return made
}

// part keeps each member and item with a probability; names of kinds and keys of items stay.
func (f *Filler) part(value any, keep float64) any {
	switch it := value.(type) {
	case map[string]any:
		made := map[string]any{}
		for _, name := range sortedNames(it) {
			inner := it[name]
			_, isScalar := scalarOf(inner)
			if f.random.Float64() < keep || isScalar && f.random.Intn(2) == 0 {
				made[name] = f.part(inner, keep)
			}
		}
		return made
	case []any:
		made := []any{}
		for _, inner := range it {
			if f.random.Float64() < keep {
				// Items keep all their scalars, among which their keys are.
				if members, ok := inner.(map[string]any); ok {
					made = append(made, f.item(members, keep))
				} else {
					made = append(made, inner)
				}
			}
		}
		if f.random.Intn(4) == 0 {
			f.random.Shuffle(len(made), func(i, j int) { made[i], made[j] = made[j], made[i] })
		}
		return made
	}
	return value
}

func (f *Filler) item(members map[string]any, keep float64) map[string]any {
	made := map[string]any{}
	for _, name := range sortedNames(members) {
		if scalar, ok := scalarOf(members[name]); ok {
			made[name] = scalar
		} else if f.random.Float64() < keep {
			made[name] = f.part(members[name], keep)
		}
	}
	return made
}

func scalarOf(value any) (any, bool) {
	switch value.(type) {
	case map[string]any, []any, nil:
		return nil, false
	}
	return value, true
}

// overlaid puts one object over another, member by member; lists are replaced.
func (f *Filler) overlaid(below, above map[string]any) map[string]any {
	for _, name := range sortedNames(above) {
		lower, isObject := below[name].(map[string]any)
		upper, isToo := above[name].(map[string]any)
		if isObject && isToo {
			below[name] = f.overlaid(lower, upper)
		} else {
			below[name] = above[name]
		}
	}
	return below
}

// spoil puts one thing in that no schema allows.
func (f *Filler) spoil(object map[string]any) {
	switch f.random.Intn(4) {
	case 0:
		object["unheardOf"] = f.word()
	case 1:
		object["metadata"] = map[string]any{"labels": map[string]any{"a": int64(1)}}
	case 2:
		object["metadata"] = map[string]any{"finalizers": []any{"a", "b", "a"}}
	case 3:
		object["metadata"] = map[string]any{"generation": "one"}
	}
}

func names(properties map[string]spec.Schema) []string {
	var all []string
	for name := range properties {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}

func sortedNames(members map[string]any) []string {
	var all []string
	for name := range members {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}
