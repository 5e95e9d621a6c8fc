package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.core.v1.Affinity;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.NodeAffinity;
import dev.kcm.model.core.v1.NodeSelector;
import dev.kcm.model.core.v1.NodeSelectorRequirement;
import dev.kcm.model.core.v1.NodeSelectorTerm;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSchedulingGate;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.Toleration;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What may change of a pod once it exists. Each of the few parts that may has its rule; all the
/// rest has to stay as it is.
final class PodUpdateValidation {
    private static final String MAY_CHANGE = String.join(
            ",",
            "`spec.containers[*].image`",
            "`spec.initContainers[*].image`",
            "`spec.activeDeadlineSeconds`",
            "`spec.tolerations` (only additions to existing tolerations)",
            "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was" + " previously negative)");
    private static final FieldPath DEADLINE = FieldPath.SPEC.child("activeDeadlineSeconds");
    private static final FieldPath TERMS = FieldPath.SPEC
            .child("affinity")
            .child("nodeAffinity")
            .child("requiredDuringSchedulingIgnoredDuringExecution")
            .child("nodeSelectorTerms");

    private final PodSpec wanted;
    private final PodSpec current;
    private final FieldErrors errors;

    private PodUpdateValidation(PodSpec wanted, PodSpec current, FieldErrors errors) {
        this.wanted = wanted;
        this.current = current;
        this.errors = errors;
    }

    static void validate(Pod wanted, Pod current, FieldErrors errors) {
        PodValidation.pod(wanted, errors);
        new PodUpdateValidation(wanted.spec(), current.spec(), errors).validate();
    }

    private void validate() {
        if (hasOthers(wanted.containers(), current.containers(), "containers")
                || hasOthers(wanted.initContainers(), current.initContainers(), "initContainers")
                || isExtended()) {
            return;
        }
        tolerations();
        schedulingGates();
        if (isGated()) {
            nodeSelector();
            nodeAffinity();
        }
        theRest();
    }

    /// Images may change, to some other image.
    private boolean hasOthers(List<Container> now, List<Container> before, String field) {
        var path = FieldPath.SPEC.child(field);
        if (now.size() != before.size()) {
            errors.forbidden(path, "pod updates may not add or remove containers");
            return true;
        }
        for (int i = 0; i < now.size(); i++) {
            PodValidation.image(now.get(i), path.index(i).child("image"), errors);
        }
        return false;
    }

    /// A deadline may be set and come nearer. Losing it is wrong, but the checks go on.
    private boolean isExtended() {
        var before = current.activeDeadlineSeconds();
        if (wanted.activeDeadlineSeconds().isEmpty()) {
            if (before.isPresent()) {
                errors.invalid(DEADLINE, Json.NULL, "must not update from a positive integer to nil value");
            }
            return false;
        }
        long now = wanted.activeDeadlineSeconds().get();
        if (now < 0 || now > Integer.MAX_VALUE) {
            errors.invalid(DEADLINE, now, "must be between 0 and 2147483647, inclusive");
            return true;
        }
        if (before.isPresent() && before.get() < now) {
            errors.invalid(DEADLINE, now, "must be less than or equal to previous value");
            return true;
        }
        return false;
    }

    private void tolerations() {
        var kept =
                wanted.tolerations().stream().map(PodUpdateValidation::untimed).toList();
        if (!current.tolerations().stream().map(PodUpdateValidation::untimed).allMatch(kept::contains)) {
            errors.forbidden(
                    FieldPath.SPEC.child("tolerations"),
                    "existing toleration can not be modified except its tolerationSeconds");
        }
    }

    private static Toleration untimed(Toleration toleration) {
        return toleration.withoutTolerationSeconds();
    }

    private void schedulingGates() {
        var known =
                current.schedulingGates().stream().map(PodSchedulingGate::name).collect(Collectors.toSet());
        for (int i = 0; i < wanted.schedulingGates().size(); i++) {
            var name = wanted.schedulingGates().get(i).name();
            if (!known.contains(name)) {
                errors.forbidden(
                        FieldPath.SPEC.child("schedulingGates").index(i).child("name"),
                        "only deletion is allowed, but found new scheduling gate '" + name + "'");
            }
        }
    }

    /// Where a pod may go can still be narrowed down.
    private boolean isGated() {
        return !current.schedulingGates().isEmpty();
    }

    private void nodeSelector() {
        if (!wanted.nodeSelector().entrySet().containsAll(current.nodeSelector().entrySet())) {
            errors.invalid(
                    FieldPath.SPEC.child("nodeSelector"),
                    shownSelector(),
                    "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        }
    }

    private Json shownSelector() {
        if (wanted.nodeSelector().isEmpty()) {
            return Json.NULL;
        }
        var shown = new TreeMap<String, Json>(JsonObject.BYTEWISE);
        wanted.nodeSelector().forEach((name, value) -> shown.put(name, Json.of(value)));
        return JsonObject.of(shown);
    }

    /// Requirements may be added to terms, but terms, of which one has to hold, only if there are
    /// none.
    private void nodeAffinity() {
        var before = requiredTerms(current);
        var now = requiredTerms(wanted);
        if (before.isEmpty() || before.equals(now)) {
            return;
        }
        if (before.size() != now.size()) {
            errors.invalid(
                    TERMS,
                    InternalPodSpec.shown(now),
                    "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            if (!hasOnlyAdditions(now.get(i), before.get(i))) {
                errors.invalid(
                        TERMS.index(i),
                        InternalPodSpec.shown(now.get(i)),
                        "only additions are allowed (no mutations or deletions)");
            }
        }
    }

    private static List<NodeSelectorTerm> requiredTerms(PodSpec spec) {
        return nodeAffinity(spec)
                .flatMap(NodeAffinity::requiredDuringSchedulingIgnoredDuringExecution)
                .map(NodeSelector::nodeSelectorTerms)
                .orElse(List.of());
    }

    private static Optional<NodeAffinity> nodeAffinity(PodSpec spec) {
        return spec.affinity().flatMap(Affinity::nodeAffinity);
    }

    /// A term without requirements matches no node and stays that way.
    private static boolean hasOnlyAdditions(NodeSelectorTerm now, NodeSelectorTerm before) {
        if (before.matchExpressions().isEmpty() && before.matchFields().isEmpty()) {
            return now.matchExpressions().isEmpty() && now.matchFields().isEmpty();
        }
        return beginsWith(now.matchExpressions(), before.matchExpressions())
                && beginsWith(now.matchFields(), before.matchFields());
    }

    private static boolean beginsWith(List<NodeSelectorRequirement> now, List<NodeSelectorRequirement> before) {
        return now.size() >= before.size() && now.subList(0, before.size()).equals(before);
    }

    private void theRest() {
        var rest = withAllowedChangesUndone();
        if (!rest.equals(current)) {
            errors.forbidden(
                    FieldPath.SPEC,
                    "pod updates may not change fields other than "
                            + MAY_CHANGE
                            + "\n"
                            + InternalPodSpec.diff(current, rest));
        }
    }

    private PodSpec withAllowedChangesUndone() {
        var undone = wanted.toBuilder()
                .containers(withImagesOf(current.containers(), wanted.containers()))
                .initContainers(withImagesOf(current.initContainers(), wanted.initContainers()))
                .tolerations(current.tolerations())
                .schedulingGates(current.schedulingGates())
                .withoutActiveDeadlineSeconds();
        current.activeDeadlineSeconds().ifPresent(undone::activeDeadlineSeconds);
        current.terminationGracePeriodSeconds()
                .filter(before -> before < 0 && isOneSecond(wanted))
                .ifPresent(undone::terminationGracePeriodSeconds);
        if (isGated()) {
            undone.nodeSelector(current.nodeSelector()).withoutAffinity();
            affinityWithNodesOfCurrent().ifPresent(undone::affinity);
        }
        return undone.build();
    }

    private static boolean isOneSecond(PodSpec spec) {
        return spec.terminationGracePeriodSeconds().orElse(0L) == 1;
    }

    private static List<Container> withImagesOf(List<Container> before, List<Container> now) {
        var containers = new ArrayList<Container>();
        for (int i = 0; i < now.size(); i++) {
            containers.add(now.get(i).withImage(before.get(i).image()));
        }
        return containers;
    }

    /// None, if all that is new about it is its node affinity.
    private Optional<Affinity> affinityWithNodesOfCurrent() {
        var before = nodeAffinity(current);
        if (nodeAffinity(wanted).equals(before)) {
            return wanted.affinity();
        }
        if (current.affinity().isEmpty() && wanted.affinity().stream().noneMatch(PodUpdateValidation::hasPods)) {
            return Optional.empty();
        }
        var undone = wanted.affinity().orElse(Affinity.EMPTY).withoutNodeAffinity();
        return Optional.of(before.map(undone::withNodeAffinity).orElse(undone));
    }

    private static boolean hasPods(Affinity affinity) {
        return affinity.podAffinity().isPresent() || affinity.podAntiAffinity().isPresent();
    }
}
