package main

import (
	"encoding/json"
	"fmt"
	"math/rand"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Story is what happens to one object.
type Story struct {
	random  *rand.Rand
	subject *Subject
	filler  *Filler
	live    *unstructured.Unstructured
}

func (s *Story) next(number int) (*Write, error) {
	write := &Write{
		Manager: fmt.Sprintf("m%d", s.random.Intn(4)),
		Applies: s.random.Intn(3) > 0,
		Force:   s.random.Intn(3) == 0,
		Version: s.subject.versions[s.random.Intn(len(s.subject.versions))],
	}
	if s.random.Intn(8) == 0 {
		write.Manager = "kubectl"
	}
	if number > 6 {
		write.Manager, write.Applies = fmt.Sprintf("u%d", number), false
	}
	if s.live != nil && s.random.Intn(6) == 0 {
		write.Subresource = "status"
	}
	if !write.Applies {
		write.Force = false
	}
	manager, err := s.subject.manager(write.Version, write.Subresource)
	if err != nil {
		return nil, err
	}
	kind := s.subject.kind
	kind.Version = write.Version
	live := s.live
	if live == nil {
		live = &unstructured.Unstructured{Object: map[string]any{}}
	} else {
		live = live.DeepCopy()
	}
	live.SetGroupVersionKind(kind)
	var after *unstructured.Unstructured
	if write.Applies {
		body := s.body()
		body.SetGroupVersionKind(kind)
		if write.Body, err = json.Marshal(body.Object); err != nil {
			return nil, err
		}
		result, err := manager.Apply(live, body, write.Manager, write.Force)
		if err != nil {
			write.Error = err.Error()
			return write, nil
		}
		after = result.(*unstructured.Unstructured)
	} else {
		body := s.changed(live)
		body.SetGroupVersionKind(kind)
		if write.Body, err = json.Marshal(withoutManaged(body)); err != nil {
			return nil, err
		}
		result, err := manager.Update(live, body, write.Manager)
		if err != nil {
			write.Error = err.Error()
			return write, nil
		}
		after = result.(*unstructured.Unstructured)
	}
	corrected(after, number)
	if write.Applies {
		if write.Result, err = json.Marshal(withoutManaged(after)); err != nil {
			return nil, err
		}
	}
	if entries, ok, _ := unstructured.NestedSlice(after.Object, "metadata", "managedFields"); ok {
		if write.Managed, err = json.Marshal(entries); err != nil {
			return nil, err
		}
	}
	after.SetUID("1")
	s.live = after
	return write, nil
}

func withoutManaged(object *unstructured.Unstructured) map[string]any {
	copied := object.DeepCopy()
	copied.SetManagedFields(nil)
	return copied.Object
}

// body is what an applier sends: a part of what there is, changed here and there, and something new.
func (s *Story) body() *unstructured.Unstructured {
	fresh := s.filler.object()
	if s.live != nil && s.random.Intn(4) > 0 {
		known := s.live.DeepCopy()
		known.SetManagedFields(nil)
		known.SetUID("")
		kept := s.filler.part(known.Object, 0.6).(map[string]any)
		fresh = s.filler.overlaid(kept, s.filler.part(fresh, 0.4).(map[string]any))
	}
	if s.random.Intn(30) == 0 {
		s.filler.spoil(fresh)
	}
	metadata, _ := fresh["metadata"].(map[string]any)
	if metadata == nil {
		metadata = map[string]any{}
		fresh["metadata"] = metadata
	}
	delete(metadata, "managedFields")
	metadata["name"] = "it"
	return &unstructured.Unstructured{Object: fresh}
}

// changed is what an updater sends: all there is, less some, with something new.
func (s *Story) changed(live *unstructured.Unstructured) *unstructured.Unstructured {
	old := live.DeepCopy()
	entries := old.GetManagedFields()
	old.SetManagedFields(nil)
	uid := old.GetUID()
	kept := s.filler.part(old.Object, 0.85).(map[string]any)
	all := s.filler.overlaid(kept, s.filler.part(s.filler.object(), 0.5).(map[string]any))
	body := &unstructured.Unstructured{Object: all}
	if _, ok := all["metadata"].(map[string]any); !ok {
		delete(all, "metadata")
	}
	body.SetName("it")
	if uid != "" {
		body.SetUID(uid)
	}
	body.SetManagedFields(entries)
	return body
}
