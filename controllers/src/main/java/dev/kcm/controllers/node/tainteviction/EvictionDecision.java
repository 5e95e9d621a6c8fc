package dev.kcm.controllers.node.tainteviction;

import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.lean.LeanPod;
import java.util.List;
import java.util.Optional;

/// Whether and when a pod is to go.
///
/// @param cancels whether an eviction that was to be is called off
/// @param eviction the one that is to be from now on
record EvictionDecision(boolean cancels, Optional<Eviction> eviction, String why) {

    static EvictionDecision of(Snapshot snapshot) {
        var scheduled = snapshot.scheduled();
        if (snapshot.pod().isEmpty()) {
            return none(scheduled.isPresent(), "the pod is gone");
        }
        var pod = snapshot.pod().get();
        var own = scheduled.filter(it -> it.isOf(pod));
        var decision = ofPod(snapshot, pod, own);
        boolean isOfFormerPod = scheduled.isPresent() && own.isEmpty();
        return isOfFormerPod ? new EvictionDecision(true, decision.eviction(), decision.why()) : decision;
    }

    /// A node that is gone says nothing: what was scheduled stays so.
    private static EvictionDecision ofPod(Snapshot snapshot, LeanPod pod, Optional<Eviction> scheduled) {
        if (snapshot.taints().isEmpty()) {
            return new EvictionDecision(false, scheduled, "its node is not there");
        }
        var taints = snapshot.taints().get();
        if (taints.isEmpty()) {
            return none(scheduled.isPresent(), "its node has no taint that evicts");
        }
        return switch (Patience.of(snapshot.tolerations(pod), taints)) {
            case Patience.None(var taint) -> atOnce(snapshot, pod, taint, scheduled);
            case Patience.Unlimited() -> none(scheduled.isPresent(), "it tolerates its node's taints for ever");
            case Patience.Limited(var length) ->
                new EvictionDecision(
                        false,
                        Optional.of(scheduled.orElseGet(
                                () -> Eviction.at(snapshot.now().plus(length), pod))),
                        "it tolerates %s for %d s".formatted(text(taints), length.toSeconds()));
        };
    }

    private static EvictionDecision atOnce(Snapshot snapshot, LeanPod pod, Taint taint, Optional<Eviction> scheduled) {
        var why = "it does not tolerate " + text(List.of(taint));
        return scheduled.filter(Eviction::isMarked).isPresent()
                ? new EvictionDecision(false, scheduled, why)
                : new EvictionDecision(scheduled.isPresent(), Optional.of(Eviction.at(snapshot.now(), pod)), why);
    }

    private static EvictionDecision none(boolean cancels, String why) {
        return new EvictionDecision(cancels, Optional.empty(), why);
    }

    private static String text(List<Taint> taints) {
        return "taint "
                + String.join(
                        ", ",
                        taints.stream()
                                .map(it ->
                                        it.key() + (it.value().isEmpty() ? "" : "=" + it.value()) + ":" + it.effect())
                                .toList());
    }
}
