package dev.kcm.runtime.plan;

import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What became of a plan, in the order of its steps.
public record Outcomes(List<Outcome> all) {
    public static final Outcomes NONE = new Outcomes(List.of());

    public Outcomes {
        all = List.copyOf(all);
    }

    public Outcomes and(Outcomes later) {
        return later.all.isEmpty()
                ? this
                : new Outcomes(Stream.concat(all.stream(), later.all.stream()).toList());
    }

    public Stream<ApiFailure> failures() {
        return all.stream()
                .filter(Outcome.Refused.class::isInstance)
                .map(outcome -> ((Outcome.Refused) outcome).because());
    }

    public Optional<ApiFailure> firstFailure() {
        return failures().findFirst();
    }

    public long appliedCount() {
        return all.stream().filter(Outcome.Applied.class::isInstance).count();
    }

    /// When a postponed status write is due.
    public Optional<Duration> postponed() {
        return all.stream()
                .filter(Outcome.Postponed.class::isInstance)
                .map(outcome -> ((Outcome.Postponed) outcome).until())
                .min(Duration::compareTo);
    }

    boolean anyRefused() {
        return failures().findAny().isPresent();
    }
}
