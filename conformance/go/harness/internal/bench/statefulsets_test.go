package bench

import "testing"

func TestAStatefulSetIsRolledOutWhenAllItsPodsAreNewAndAvailable(t *testing.T) {
	set := statefulSet(7, 5)
	set.Generation = 2
	set.Status.ObservedGeneration = 2
	set.Status.Replicas, set.Status.UpdatedReplicas, set.Status.AvailableReplicas = 5, 5, 5
	set.Status.CurrentRevision, set.Status.UpdateRevision = "set-7-b", "set-7-b"
	if !isRolledOut(set) {
		t.Error("it is")
	}
	for name, change := range map[string]func(){
		"an older template is seen": func() { set.Status.ObservedGeneration = 1 },
		"a pod is old":              func() { set.Status.UpdatedReplicas = 4 },
		"a pod is not available":    func() { set.Status.AvailableReplicas = 4 },
		"one is too many":           func() { set.Status.Replicas = 6 },
		"the update goes on":        func() { set.Status.CurrentRevision = "set-7-a" },
	} {
		before := *set.DeepCopy()
		change()
		if isRolledOut(set) {
			t.Error(name)
		}
		*set = before
	}
}
