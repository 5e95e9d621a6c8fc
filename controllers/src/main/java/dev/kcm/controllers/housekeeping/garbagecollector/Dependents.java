package dev.kcm.controllers.housekeeping.garbagecollector;

import java.util.ArrayList;
import java.util.List;

/// The dependents of a node, parted by whether they mean a certain identity by its uid. One that
/// refers to the uid twice can be on both sides.
record Dependents(List<GraphNode> meaningIt, List<GraphNode> others) {

    static Dependents of(GraphNode owner, ObjectIdentity identity) {
        var meaningIt = new ArrayList<GraphNode>();
        var others = new ArrayList<GraphNode>();
        for (var dependent : owner.dependents()) {
            if (!identity.isClusterWide()
                    && !identity.namespace().equals(dependent.identity().namespace())) {
                others.add(dependent);
                continue;
            }
            var references = dependent.owners().stream()
                    .filter(reference -> reference.uid().equals(identity.uid()))
                    .toList();
            if (references.stream().anyMatch(identity::isMeantBy)) {
                meaningIt.add(dependent);
            }
            if (!references.stream().allMatch(identity::isMeantBy)) {
                others.add(dependent);
            }
        }
        return new Dependents(meaningIt, others);
    }
}
