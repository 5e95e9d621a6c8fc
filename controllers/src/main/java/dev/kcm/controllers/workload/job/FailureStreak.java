package dev.kcm.controllers.workload.job;

import dev.kcm.base.Backoff;
import dev.kcm.model.lean.LeanPod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The failures of a Job's pods since one last succeeded: what decides how long the next pod has to
/// wait. Taking in the same pods again changes nothing. Only the latest few are kept, since beyond
/// them the wait grows no more.
record FailureStreak(List<Failure> latest, Instant lastSuccess) {
    static final FailureStreak NONE = new FailureStreak(List.of(), Instant.MIN);

    /// Upstream's: ten seconds after the first failure, doubling up to ten minutes.
    static final Backoff WAIT = Backoff.doubling(Duration.ofSeconds(10), Duration.ofMinutes(10));

    /// The seventh failure in a row waits longest.
    private static final int KEPT = 7;

    record Failure(String podUid, Instant at) {}

    FailureStreak with(List<LeanPod> failed, List<LeanPod> succeeded) {
        if (failed.isEmpty() && succeeded.isEmpty()) {
            return this;
        }
        var success = Stream.concat(Stream.of(lastSuccess), succeeded.stream().map(FinishTimes::of))
                .max(Instant::compareTo)
                .orElse(lastSuccess);
        var failures = Stream.concat(
                        latest.stream(), failed.stream().map(pod -> new Failure(pod.uid(), FinishTimes.of(pod))))
                .filter(failure -> failure.at().isAfter(success))
                .sorted(Comparator.comparing(Failure::at).reversed())
                .toList();
        return new FailureStreak(firstOfEach(failures), success);
    }

    /// How long until another pod may be created; zero when it may.
    Duration remaining(Instant now) {
        return latest.isEmpty()
                ? Duration.ZERO
                : remaining(latest.size(), latest.getFirst().at(), now);
    }

    /// The same for an index that counts for itself: from its last failed pod and the failures that
    /// went before it.
    static Duration remaining(Optional<LeanPod> lastFailed, Instant now) {
        return lastFailed
                .map(pod -> remaining(IndexFailures.all(pod) + 1, FinishTimes.of(pod), now))
                .orElse(Duration.ZERO);
    }

    private static Duration remaining(int failures, Instant last, Instant now) {
        var left = WAIT.after(failures).minus(Duration.between(last, now));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// A pod is known by the latest time it gave: a deleted one may still show when it really
    /// ended.
    private static List<Failure> firstOfEach(List<Failure> latestFirst) {
        var seen = new HashSet<String>();
        return latestFirst.stream()
                .filter(failure -> seen.add(failure.podUid()))
                .limit(KEPT)
                .toList();
    }
}
