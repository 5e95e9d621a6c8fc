package dev.kcm.controllers.workload.job;

import dev.kcm.model.Conditions;
import dev.kcm.model.batch.v1.JobStatus;
import dev.kcm.model.batch.v1.UncountedTerminatedPods;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What a Job's status says after a sync, and which pods may go because it says so. Pure.
final class JobStatusCalculator {
    private final Snapshot.OfJob snapshot;
    private final JobProgress progress;
    private final PodChanges changes;

    /// How the Job ends by what was observed; or, below, since all is done.
    private final Optional<JobEnd> decided;

    private final Optional<JobEnd> verdict;
    private final UncountedTerminatedPods pending;
    private final FinishedPodAccounting accounts;
    private final List<Step> events = new ArrayList<>();

    private JobStatusCalculator(Snapshot.OfJob snapshot, Outcomes writes) {
        this.snapshot = snapshot;
        this.progress = JobProgress.of(snapshot);
        this.changes = PodChanges.of(snapshot, writes);
        this.decided = JobEnd.on(snapshot, progress);
        this.verdict = decided.or(() -> JobEnd.completions(snapshot, progress, changes.active(snapshot)));
        this.pending = stillHeld(snapshot);
        this.accounts = FinishedPodAccounting.of(
                snapshot,
                progress,
                verdict,
                decided.isPresent() ? changes.deleted() : List.of(),
                pending.succeeded().size() + pending.failed().size());
    }

    /// The status first, then the pods it accounts for: a refused status keeps their finalizers.
    static Plan after(Snapshot.OfJob snapshot, Outcomes writes) {
        var calculator = new JobStatusCalculator(snapshot, writes);
        var before = snapshot.job().status();
        var status = calculator.status();
        var write = status.equals(before)
                ? Plan.nothing("status unchanged")
                : Plan.of(
                        calculator.why(status),
                        Step.updateStatus(snapshot.job().withStatus(status), calculator.urgency(before, status)));
        return write.then(Plan.inOrder("records events", calculator.events))
                .then(Plan.together(
                        "lets go of %d pods"
                                .formatted(calculator.accounts.release().size()),
                        calculator.accounts.release().stream()
                                .map(FinishedPodAccounting::letGo)
                                .toList()));
    }

    /// How many failed pods each action of the failure policy handled in this sync.
    static FinishedPodAccounting accounts(Snapshot.OfJob snapshot, Outcomes writes) {
        return new JobStatusCalculator(snapshot, writes).accounts;
    }

    private JobStatus status() {
        var before = snapshot.job().status();
        var counted = counted(before);
        var builder = counted.toBuilder()
                .active(changes.active(snapshot))
                .ready(changes.ready(snapshot))
                .terminating(changes.terminating(snapshot));
        if (before.startTime().isEmpty() && !JobSettings.isSuspended(snapshot.job())) {
            builder.startTime(snapshot.now());
        }
        var status = builder.build();
        return verdict.map(end -> ended(status, end)).orElseGet(() -> goingOn(status));
    }

    /// Pods the caches show without the finalizer move from the lists into the counters; new ones
    /// enter the lists.
    private JobStatus counted(JobStatus before) {
        var listed = before.uncountedTerminatedPods().orElse(UncountedTerminatedPods.EMPTY);
        var builder = before.toBuilder()
                .failed(before.failed()
                        + listed.failed().size()
                        - pending.failed().size())
                .uncountedTerminatedPods(UncountedTerminatedPods.builder()
                        .succeeded(joined(pending.succeeded(), accounts.succeeded()))
                        .failed(joined(pending.failed(), accounts.failed()))
                        .build());
        if (!JobSettings.isIndexed(snapshot.job())) {
            return builder.succeeded(before.succeeded()
                            + listed.succeeded().size()
                            - pending.succeeded().size())
                    .build();
        }
        progress.failedIndexes()
                .ifPresentOrElse(failed -> builder.failedIndexes(failed.text()), builder::withoutFailedIndexes);
        return builder.succeeded(progress.succeededIndexes().total())
                .completedIndexes(progress.succeededIndexes().text())
                .build();
    }

    private JobStatus ended(JobStatus status, JobEnd end) {
        var interim = end.isRecorded()
                ? status
                : status.withConditions(
                        joined(status.conditions(), List.of(end.condition(end.interimCondition(), snapshot.now()))));
        return isSettled(status) ? finished(interim, end) : interim;
    }

    /// Nothing left to write down, to let go or to wait for.
    private boolean isSettled(JobStatus status) {
        return status.active() == 0
                && !accounts.isFull()
                && accounts.release().isEmpty()
                && changes.terminating(snapshot) == 0
                && status.uncountedTerminatedPods()
                        .filter(listed -> !listed.equals(UncountedTerminatedPods.EMPTY))
                        .isEmpty();
    }

    private JobStatus finished(JobStatus status, JobEnd end) {
        var about = snapshot.job().ref();
        var done = status.withConditions(
                JobConditions.with(status.conditions(), end.condition(end.finalCondition(), snapshot.now())));
        if (!end.isSuccess()) {
            events.add(Step.warning(about, end.reason(), end.message()));
            return done;
        }
        if (snapshot.job()
                .spec()
                .completions()
                .filter(most -> status.succeeded() > most)
                .isPresent()) {
            events.add(Step.warning(
                    about,
                    Reasons.TOO_MANY_SUCCEEDED,
                    "Too many succeeded pods running after completion count reached"));
        }
        events.add(Step.event(about, Reasons.COMPLETED, "Job completed"));
        return done.withCompletionTime(snapshot.now());
    }

    /// Suspension shows as a condition; a Job that goes on again starts its clock anew.
    private JobStatus goingOn(JobStatus status) {
        if (snapshot.job().isDeleting()) {
            return status;
        }
        var isSuspended = JobSettings.isSuspended(snapshot.job());
        var conditions = JobConditions.with(
                status.conditions(),
                isSuspended
                        ? JobConditions.of(
                                ConditionTypes.SUSPENDED,
                                "True",
                                Reasons.JOB_SUSPENDED,
                                "Job suspended",
                                snapshot.now())
                        : JobConditions.of(
                                ConditionTypes.SUSPENDED, "False", Reasons.JOB_RESUMED, "Job resumed", snapshot.now()));
        if (conditions.equals(status.conditions())) {
            return status;
        }
        events.add(
                isSuspended
                        ? Step.event(snapshot.job().ref(), ConditionTypes.SUSPENDED, "Job suspended")
                        : Step.event(snapshot.job().ref(), Reasons.RESUMED, "Job resumed"));
        var changed = status.withConditions(conditions);
        if (!isSuspended) {
            return changed.withStartTime(snapshot.now());
        }
        return snapshot.forgetsStartWhenSuspended() ? changed.withoutStartTime() : changed;
    }

    private String why(JobStatus status) {
        if (verdict.isEmpty()) {
            return "status changed";
        }
        var end = verdict.get();
        return Conditions.isTrue(status.conditions(), end.finalCondition())
                ? "finished: " + end.reason()
                : "ends: " + end.reason();
    }

    /// Counts of running pods are soon overtaken by finished ones; all else is an account or a
    /// decision.
    private Step.Urgency urgency(JobStatus before, JobStatus status) {
        var aside = status.toBuilder()
                .active(before.active())
                .ready(before.ready().orElse(0))
                .terminating(before.terminating().orElse(0))
                .build();
        return aside.equals(before) && accounts.release().isEmpty() ? Step.Urgency.LATER : Step.Urgency.NOW;
    }

    /// Of the uids in the status, those of pods that still hold the finalizer.
    private static UncountedTerminatedPods stillHeld(Snapshot.OfJob snapshot) {
        var listed = snapshot.job().status().uncountedTerminatedPods().orElse(UncountedTerminatedPods.EMPTY);
        Set<String> held = new HashSet<>();
        Stream.concat(snapshot.ended().stream(), snapshot.active().stream().filter(JobPods::isTracked))
                .map(LeanPod::uid)
                .forEach(held::add);
        return UncountedTerminatedPods.builder()
                .succeeded(listed.succeeded().stream().filter(held::contains).toList())
                .failed(listed.failed().stream().filter(held::contains).toList())
                .build();
    }

    private static <E> List<E> joined(List<E> some, List<E> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
