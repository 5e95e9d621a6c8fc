package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// What happens next to a pod on a node: a pure function of pod and time.
final class PodLifecycle {
    private PodLifecycle() {}

    sealed interface Next {
        record Nothing() implements Next {}

        /// Something is due, which is `time` from now.
        record Wait(Instant due, Duration time) implements Next {}

        /// It runs from now on; addresses are still to be given.
        record Start(boolean isReady) implements Next {}

        record WriteStatus(Pod changed) implements Next {}

        /// Its containers are gone and so may be the object.
        record Remove() implements Next {}
    }

    private static final Next NOTHING = new Next.Nothing();

    static Next of(Pod pod, Instant exactNow) {
        var script = new PodScript(pod);
        var now = exactNow.truncatedTo(ChronoUnit.SECONDS); // as the API keeps times
        var statuses = new PodStatuses(pod, now);
        if (pod.isDeleting()) {
            return stop(pod, script, statuses, exactNow);
        }
        if (isOver(pod)) {
            return NOTHING;
        }
        var forced = script.forcedPhase().orElse("");
        return switch (forced) {
            case "Succeeded" -> new Next.WriteStatus(statuses.ended(forced, _ -> 0));
            case "Failed" -> new Next.WriteStatus(statuses.ended(forced, _ -> 1));
            default ->
                pod.status().phase().equals("Running")
                        ? run(pod, script, statuses, exactNow)
                        : start(pod, script, forced, exactNow);
        };
    }

    private static Next start(Pod pod, PodScript script, String forced, Instant now) {
        if (forced.equals("Pending") || script.lacksImage()) {
            return NOTHING;
        }
        var due = pod.metadata().creationTimestamp().orElse(now).plus(script.startAfter());
        return due.isAfter(now) && script.startAfter().isPositive()
                ? waitUntil(due, now, script.startAfter())
                : new Next.Start(script.wantsToBeReady() && script.readyAfter().isZero());
    }

    private static Next run(Pod pod, PodScript script, PodStatuses statuses, Instant now) {
        boolean isReady = script.isTrue("Ready");
        if (isReady && !script.wantsToBeReady()) {
            return new Next.WriteStatus(statuses.readiness(false));
        }
        var started = pod.status().startTime().orElse(now);
        var readyAt = started.plus(script.readyAfter());
        boolean becomesReady = !isReady && script.wantsToBeReady();
        if (becomesReady && (!readyAt.isAfter(now) || script.readyAfter().isZero())) {
            return new Next.WriteStatus(statuses.readiness(true));
        }
        if (script.ends()) {
            var due = lastStart(pod, started).plus(script.runFor());
            return due.isAfter(now) ? waitUntil(due, now, script.runFor()) : end(pod, script, statuses);
        }
        return becomesReady ? waitUntil(readyAt, now, script.readyAfter()) : NOTHING;
    }

    private static Next end(Pod pod, PodScript script, PodStatuses statuses) {
        boolean fails =
                pod.spec().containers().stream().anyMatch(it -> script.exitCode(it, statuses.restarts(it)) != 0);
        boolean restarts = pod.spec().restartPolicy().equals("OnFailure");
        if (fails && restarts) {
            return new Next.WriteStatus(statuses.restarted(it -> script.exitCode(it, statuses.restarts(it))));
        }
        return new Next.WriteStatus(
                statuses.ended(fails ? "Failed" : "Succeeded", it -> script.exitCode(it, statuses.restarts(it))));
    }

    private static Next stop(Pod pod, PodScript script, PodStatuses statuses, Instant now) {
        var grace =
                Duration.ofSeconds(pod.metadata().deletionGracePeriodSeconds().orElse(0L));
        var requested = pod.metadata().deletionTimestamp().orElse(now).minus(grace);
        var stopsAfter = script.stopAfter().compareTo(grace) < 0 ? script.stopAfter() : grace;
        var due = requested.plus(stopsAfter);
        if (!isOver(pod) && due.isAfter(now) && stopsAfter.isPositive()) {
            return waitUntil(due, now, stopsAfter);
        }
        boolean isHeld = !pod.metadata().finalizers().isEmpty();
        if (isHeld && !isOver(pod)) {
            return new Next.WriteStatus(statuses.stopped());
        }
        return isHeld && grace.isZero() ? NOTHING : new Next.Remove();
    }

    static boolean isOver(Pod pod) {
        return pod.status().phase().equals("Succeeded") || pod.status().phase().equals("Failed");
    }

    private static Instant lastStart(Pod pod, Instant started) {
        return pod.status().containerStatuses().stream()
                .flatMap(status -> status.state().running().stream())
                .flatMap(running -> running.startedAt().stream())
                .max(Instant::compareTo)
                .orElse(started);
    }

    /// Never longer than the whole time it takes: more is left only when the wall clock was set back.
    private static Next waitUntil(Instant due, Instant now, Duration longest) {
        var left = Duration.between(now, due);
        return new Next.Wait(due, left.compareTo(longest) < 0 ? left : longest);
    }
}
