package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.selector.SelectorException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which pods a target's selector stands for, and whether another autoscaler scales by any of them, too.
final class PodSelection {
    private PodSelection() {}

    /// Why a target's selector is of no use; empty if it is.
    static Optional<Snapshot.Unselected> unreadable(String selector) {
        if (selector.isEmpty()) {
            return Optional.of(new Snapshot.Unselected(
                    Reasons.SELECTOR_REQUIRED,
                    "selector is required",
                    Reasons.INVALID_SELECTOR,
                    "the HPA target's scale is missing a selector",
                    Optional.empty()));
        }
        try {
            var _ = Selector.parse(selector);
            return Optional.empty();
        } catch (SelectorException invalid) {
            var error =
                    "couldn't convert selector into a corresponding internal selector object: " + invalid.getMessage();
            return Optional.of(new Snapshot.Unselected(
                    Reasons.INVALID_SELECTOR, error, Reasons.INVALID_SELECTOR, error, Optional.empty()));
        }
    }

    static List<LeanPod> selected(Collection<LeanPod> inNamespace, Selector selector) {
        return inNamespace.stream()
                .filter(pod -> selector.matches(pod.labels()))
                .toList();
    }

    /// Whether others, too, scale by one of these pods. Upstream names them in any order.
    ///
    /// @param selector of the pods
    /// @param others the selectors of the other autoscalers of the namespace, as far as they have been evaluated
    static Optional<Snapshot.Unselected> ambiguous(
            ObjectKey own, Selector selector, List<LeanPod> pods, Map<ObjectKey, Selector> others) {
        var alsoMeant = others.entrySet().stream()
                .filter(other -> pods.stream().anyMatch(pod -> other.getValue().matches(pod.labels())))
                .map(Map.Entry::getKey)
                .toList();
        if (alsoMeant.isEmpty()) {
            return Optional.empty();
        }
        var names = Stream.concat(Stream.of(own), alsoMeant.stream())
                .map(key -> "{%s %s}".formatted(key.name(), key.namespace()))
                .collect(Collectors.toCollection(TreeSet::new));
        var error = "pods by selector %s are controlled by multiple HPAs: [%s]"
                .formatted(selector, String.join(" ", names));
        return Optional.of(new Snapshot.Unselected(
                Reasons.AMBIGUOUS_SELECTOR, error, Reasons.AMBIGUOUS_SELECTOR, error, Optional.of(selector)));
    }
}
