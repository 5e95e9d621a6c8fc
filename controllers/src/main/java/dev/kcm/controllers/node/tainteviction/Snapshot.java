package dev.kcm.controllers.node.tainteviction;

import dev.kcm.controllers.shared.nodes.Tolerations;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is known of a pod.
///
/// @param taints those of its node that evict; empty if there is no such node
/// @param scheduled the eviction that was to be until now
record Snapshot(
        ObjectKey key,
        Optional<LeanPod> pod,
        Optional<List<Taint>> taints,
        Optional<Eviction> scheduled,
        boolean comparesNumbers,
        Instant now) {

    Tolerations tolerations(LeanPod of) {
        return new Tolerations(of.spec().tolerations(), comparesNumbers);
    }
}
