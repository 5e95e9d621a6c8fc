package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// One node as a set sees it: what it wants there, and the pods it has.
///
/// @param pods the one that counts first: bound before unbound, older before younger
/// @param kind as if all ready pods were available
/// @param latestReady when the last of them became ready; `Instant.MIN` if none is, `Instant.MAX` if one does not say
record Slot(String node, List<LeanPod> pods, SlotKind kind, Instant latestReady) {
    private static final Comparator<LeanPod> FIRST_COUNTS = Comparator.<LeanPod, Boolean>comparing(
                    pod -> pod.spec().nodeName().isEmpty())
            .thenComparing(Slot::created)
            .thenComparing(LeanPod::name);

    static Slot of(String node, Eligibility eligibility, List<LeanPod> pods) {
        var sorted = pods.stream().sorted(FIRST_COUNTS).toList();
        var kind = kind(eligibility, sorted, _ -> PodKind.Readiness.AVAILABLE);
        var latest = sorted.stream().map(Slot::readySince).max(Instant::compareTo);
        return new Slot(node, sorted, kind, latest.orElse(Instant.MIN));
    }

    Slot withKind(SlotKind known) {
        return new Slot(node, pods, known, latestReady);
    }

    /// Its kind, with pods that became ready later than this not available yet.
    SlotKind kindWhen(Instant availableSince) {
        return latestReady.isAfter(availableSince)
                ? kind(
                        kind.eligibility(),
                        pods,
                        pod -> readySince(pod).isAfter(availableSince)
                                ? PodKind.Readiness.READY
                                : PodKind.Readiness.AVAILABLE)
                : kind;
    }

    /// Its pods of these kinds, in their order.
    List<LeanPod> pods(Instant availableSince, Predicate<PodKind> wanted) {
        var kinds = kindWhen(availableSince).pods();
        return IntStream.range(0, pods.size())
                .filter(i -> wanted.test(kinds.get(i)))
                .mapToObj(pods::get)
                .toList();
    }

    /// How long until the next of its ready pods is available.
    Optional<Duration> untilAvailable(Duration minReady, Instant now) {
        return pods.stream()
                .flatMap(pod -> PodState.untilAvailable(pod, minReady, now).stream())
                .min(Duration::compareTo);
    }

    private static SlotKind kind(
            Eligibility eligibility, List<LeanPod> pods, Function<LeanPod, PodKind.Readiness> whenReady) {
        return new SlotKind(
                eligibility,
                pods.stream()
                        .map(pod -> PodKind.of(
                                pod, PodState.isReady(pod) ? whenReady.apply(pod) : PodKind.Readiness.UNREADY))
                        .toList());
    }

    private static Instant readySince(LeanPod pod) {
        return PodState.isReady(pod) ? PodState.readySince(pod).orElse(Instant.MAX) : Instant.MIN;
    }

    private static Instant created(LeanPod pod) {
        return Optional.of(pod.metadata())
                .flatMap(ObjectMeta::creationTimestamp)
                .orElse(Instant.MIN);
    }
}
