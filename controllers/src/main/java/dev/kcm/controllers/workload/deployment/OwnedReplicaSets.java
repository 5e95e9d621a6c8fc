package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/// The ReplicaSets of one Deployment.
///
/// @param current the one with the Deployment's template, upstream's "new" ReplicaSet, if there is one
/// @param old the others, oldest first
record OwnedReplicaSets(Optional<ReplicaSet> current, List<ReplicaSet> old) {
    static final Comparator<ReplicaSet> OLDEST_FIRST = Comparator.<ReplicaSet, Instant>comparing(
                    set -> set.metadata().creationTimestamp().orElse(Instant.MIN))
            .thenComparing(ReplicaSet::name);

    /// The oldest of several with the same template is the current one.
    static OwnedReplicaSets of(Deployment deployment, List<ReplicaSet> owned) {
        var template = withoutHash(deployment.spec().template());
        var ordered = owned.stream().sorted(OLDEST_FIRST).toList();
        var current = ordered.stream()
                .filter(set -> withoutHash(set.spec().template()).equals(template))
                .findFirst();
        var old = ordered.stream()
                .filter(set ->
                        current.filter(same -> same.uid().equals(set.uid())).isEmpty())
                .toList();
        return new OwnedReplicaSets(current, old);
    }

    Stream<ReplicaSet> all() {
        return Stream.concat(old.stream(), current.stream());
    }

    List<ReplicaSet> active() {
        return all().filter(set -> size(set) > 0).toList();
    }

    List<ReplicaSet> activeOld() {
        return old.stream().filter(set -> size(set) > 0).toList();
    }

    int sum(ToIntFunction<ReplicaSet> what) {
        return all().mapToInt(what).sum();
    }

    /// The sum of spec.replicas of all sets.
    int size() {
        return sum(OwnedReplicaSets::size);
    }

    int available() {
        return sum(set -> set.status().availableReplicas());
    }

    /// Without pods that sets are to lose.
    int stayingAvailable() {
        return sum(OwnedReplicaSets::stayingAvailable);
    }

    long highestOldRevision() {
        return old.stream().mapToLong(OwnedReplicaSets::revision).max().orElse(0);
    }

    static int size(ReplicaSet set) {
        return set.spec().replicas().orElse(1);
    }

    /// Its status counts pods that are to be deleted.
    static boolean isBeingScaledDown(ReplicaSet set) {
        return set.status().availableReplicas() > size(set);
    }

    /// Its available pods without those that are to be deleted.
    static int stayingAvailable(ReplicaSet set) {
        return Math.min(set.status().availableReplicas(), size(set));
    }

    static boolean hasReplicaFailure(ReplicaSet set) {
        return set.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals(ConditionTypes.REPLICA_FAILURE));
    }

    /// Zero where there is none or it is no number.
    static long revision(ReplicaSet set) {
        return number(set.annotations().getOrDefault(Annotations.REVISION, "")).orElse(0L);
    }

    /// A number as Go reads it, of up to 64 bits.
    static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// The number in an annotation, if it is one that counts pods.
    static Optional<Integer> count(ReplicaSet set, String annotation) {
        var written = set.annotations().get(annotation);
        return written != null && written.matches("[0-9]{1,9}")
                ? Optional.of(Integer.parseInt(written))
                : Optional.empty();
    }

    static PodTemplateSpec withoutHash(PodTemplateSpec template) {
        var labels = template.metadata().labels();
        if (!labels.containsKey(Labels.TEMPLATE_HASH)) {
            return template;
        }
        var kept = new HashMap<>(labels);
        kept.remove(Labels.TEMPLATE_HASH);
        return template.withMetadata(template.metadata().withLabels(kept));
    }
}
