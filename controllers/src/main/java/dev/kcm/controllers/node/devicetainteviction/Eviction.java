package dev.kcm.controllers.node.devicetainteviction;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// When a pod has to go, and why.
///
/// @param because every taint that is not tolerated for ever, whether its time has come or not
record Eviction(Instant at, List<EvictingTaint> because) {

    static Eviction of(Instant at, EvictingTaint taint) {
        return new Eviction(at, List.of(taint));
    }

    /// The earlier of the two, for the reasons of both.
    Eviction and(Eviction other) {
        return new Eviction(
                at.isBefore(other.at) ? at : other.at,
                Stream.concat(because.stream(), other.because.stream())
                        .distinct()
                        .sorted(EvictingTaint.ORDER)
                        .toList());
    }

    static Optional<Eviction> earliest(Stream<Eviction> all) {
        return all.reduce(Eviction::and);
    }

    List<EvictingTaint.Rule> rules() {
        return because.stream()
                .flatMap(taint -> taint.rule().stream())
                .distinct()
                .toList();
    }

    boolean isBecauseOf(String ruleUid) {
        return rules().stream().anyMatch(rule -> rule.uid().equals(ruleUid));
    }

    String reasons() {
        return because.stream().map(EvictingTaint::toString).collect(Collectors.joining(", "));
    }
}
