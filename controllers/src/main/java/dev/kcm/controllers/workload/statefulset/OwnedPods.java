package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The pods a set controls, by ordinal; kept up to date pod event by pod event, so that no sync walks over them.
/// Equality is identity.
final class OwnedPods {
    static final OwnedPods NONE = new OwnedPods(OrdinalTree.empty(PodKind.TRAITS), List.of());

    /// By the uid of the set.
    static final Tally<LeanPod, OwnedPods> BY_SET = new Tally<>(
            LeanPod.PODS, "stateful pods by set", OwnedPods::sets, NONE, OwnedPods::with, OwnedPods::without);

    private final OrdinalTree<LeanPod, PodKind> placed;
    private final List<LeanPod> others;

    private OwnedPods(OrdinalTree<LeanPod, PodKind> placed, List<LeanPod> others) {
        this.placed = placed;
        this.others = List.copyOf(others);
    }

    /// Those of the ordinals; one whose name has leading zeros has the place that no other has.
    OrdinalTree<LeanPod, PodKind> byOrdinal(StatefulSet set, Selector selector) {
        var tree = placed;
        for (var pod : others) {
            var name = OrdinalName.parse(pod.name()).filter(it -> it.ordinal() >= 0);
            if (isMember(set, selector, pod)
                    && name.isPresent()
                    && tree.find(name.get().ordinal()).isEmpty()) {
                tree = tree.with(name.get().ordinal(), pod);
            }
        }
        return tree;
    }

    /// Those without a place of their own, as their number is written with leading zeros or too large.
    List<LeanPod> misnamed(StatefulSet set, Selector selector) {
        return others.stream().filter(pod -> isMember(set, selector, pod)).toList();
    }

    /// Those that the selector does not match any more, or that have another's name.
    List<LeanPod> strays(StatefulSet set, Selector selector) {
        var unlike = OrdinalTree.Check.<PodKind>ofKind(kind -> selector.matches(kind.labels()));
        return Stream.concat(
                        placed.allNot(0, Integer.MAX_VALUE, unlike).stream()
                                .flatMap(ordinal -> placed.find(ordinal).stream()),
                        others.stream())
                .filter(pod -> !isMember(set, selector, pod))
                .toList();
    }

    static boolean isMember(StatefulSet set, Selector selector, LeanPod pod) {
        return selector.matches(pod.labels())
                && OrdinalName.parse(pod.name())
                        .filter(name -> name.parent().equals(set.name()))
                        .isPresent();
    }

    private OwnedPods with(LeanPod pod) {
        int place = place(pod);
        if (place >= 0) {
            return new OwnedPods(placed.with(place, pod), others);
        }
        var more = new ArrayList<>(others);
        more.add(pod);
        return new OwnedPods(placed, more);
    }

    private OwnedPods without(LeanPod pod) {
        int place = place(pod);
        var left = place >= 0
                ? new OwnedPods(placed.without(place), others)
                : new OwnedPods(
                        placed,
                        others.stream()
                                .filter(it -> !it.name().equals(pod.name()))
                                .toList());
        return left.placed.isEmpty() && left.others.isEmpty() ? NONE : left;
    }

    /// Its ordinal, if it is named as its set would name it.
    private static int place(LeanPod pod) {
        var owner = OwnerReferences.controllerOf(pod).orElseThrow();
        return OrdinalName.parse(pod.name())
                .filter(name -> name.isCanonical() && name.parent().equals(owner.name()))
                .map(OrdinalName::ordinal)
                .orElse(-1);
    }

    private static List<?> sets(LeanPod pod) {
        return OwnerReferences.controllerOf(pod)
                .filter(owner -> owner.kind().equals(StatefulSet.STATEFUL_SETS.kind()))
                .map(owner -> List.<Object>of(owner.uid()))
                .orElse(List.of());
    }
}
