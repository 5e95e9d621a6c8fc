package dev.kcm.controllers.workload.job;

import dev.kcm.model.Conditions;
import dev.kcm.model.batch.v1.Job;
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

/// What a Job's status says after a look, and which pods may go because it says so. Pure.
final class JobStatuses {
    private final Seen.OfJob seen;
    private final Progress progress;
    private final Doings doings;

    /// How the Job ends by what was observed; or, below, since all is done.
    private final Optional<Verdict> judged;

    private final Optional<Verdict> verdict;
    private final UncountedTerminatedPods pending;
    private final Accounts accounts;
    private final List<Step> announcements = new ArrayList<>();

    private JobStatuses(Seen.OfJob seen, Outcomes writes) {
        this.seen = seen;
        this.progress = Progress.of(seen);
        this.doings = Doings.of(seen, writes);
        this.judged = Verdict.on(seen, progress);
        this.verdict = judged.or(() -> Verdict.completions(seen, progress, doings.active(seen)));
        this.pending = stillHeld(seen);
        this.accounts = Accounts.of(
                seen,
                progress,
                verdict,
                judged.isPresent() ? doings.deleted() : List.of(),
                pending.succeeded().size() + pending.failed().size());
    }

    /// The status first, then the pods it accounts for: a refused status keeps their finalizers.
    static Plan after(Seen.OfJob seen, Outcomes writes) {
        var draft = new JobStatuses(seen, writes);
        var before = seen.job().status();
        var status = draft.status();
        var write = status.equals(before)
                ? Plan.nothing("status unchanged")
                : Plan.of(
                        draft.why(status),
                        Step.writeStatus(Job.JOBS, seen.job().withStatus(status), draft.urgency(before, status)));
        return write.then(Plan.inOrder("tells of it", draft.announcements))
                .then(Plan.together(
                        "lets go of %d pods".formatted(draft.accounts.release().size()),
                        draft.accounts.release().stream().map(Accounts::letGo).toList()));
    }

    /// How many failed pods each action of the failure policy handled in this look.
    static Accounts accounts(Seen.OfJob seen, Outcomes writes) {
        return new JobStatuses(seen, writes).accounts;
    }

    private JobStatus status() {
        var before = seen.job().status();
        var counted = counted(before);
        var draft = counted.toBuilder()
                .active(doings.active(seen))
                .ready(doings.ready(seen))
                .terminating(doings.terminating(seen));
        if (before.startTime().isEmpty() && !Terms.isSuspended(seen.job())) {
            draft.startTime(seen.now());
        }
        var status = draft.build();
        return verdict.map(end -> ended(status, end)).orElseGet(() -> goingOn(status));
    }

    /// Pods the caches show without the finalizer move from the lists into the counters; new ones
    /// enter the lists.
    private JobStatus counted(JobStatus before) {
        var listed = before.uncountedTerminatedPods().orElse(UncountedTerminatedPods.EMPTY);
        var draft = before.toBuilder()
                .failed(before.failed()
                        + listed.failed().size()
                        - pending.failed().size())
                .uncountedTerminatedPods(UncountedTerminatedPods.builder()
                        .succeeded(joined(pending.succeeded(), accounts.succeeded()))
                        .failed(joined(pending.failed(), accounts.failed()))
                        .build());
        if (!Terms.isIndexed(seen.job())) {
            return draft.succeeded(before.succeeded()
                            + listed.succeeded().size()
                            - pending.succeeded().size())
                    .build();
        }
        progress.failedIndexes()
                .ifPresentOrElse(failed -> draft.failedIndexes(failed.text()), draft::withoutFailedIndexes);
        return draft.succeeded(progress.succeededIndexes().total())
                .completedIndexes(progress.succeededIndexes().text())
                .build();
    }

    private JobStatus ended(JobStatus status, Verdict end) {
        var interim = end.isRecorded()
                ? status
                : status.withConditions(
                        joined(status.conditions(), List.of(end.condition(end.interimCondition(), seen.now()))));
        return isSettled(status) ? finished(interim, end) : interim;
    }

    /// Nothing left to write down, to let go or to wait for.
    private boolean isSettled(JobStatus status) {
        return status.active() == 0
                && !accounts.isFull()
                && accounts.release().isEmpty()
                && doings.terminating(seen) == 0
                && status.uncountedTerminatedPods()
                        .filter(listed -> !listed.equals(UncountedTerminatedPods.EMPTY))
                        .isEmpty();
    }

    private JobStatus finished(JobStatus status, Verdict end) {
        var about = seen.job().ref();
        var done = status.withConditions(
                JobConditions.with(status.conditions(), end.condition(end.finalCondition(), seen.now())));
        if (!end.isSuccess()) {
            announcements.add(Step.warn(about, end.reason(), end.message()));
            return done;
        }
        if (seen.job()
                .spec()
                .completions()
                .filter(most -> status.succeeded() > most)
                .isPresent()) {
            announcements.add(Step.warn(
                    about,
                    Reasons.TOO_MANY_SUCCEEDED,
                    "Too many succeeded pods running after completion count reached"));
        }
        announcements.add(Step.announce(about, Reasons.COMPLETED, "Job completed"));
        return done.withCompletionTime(seen.now());
    }

    /// Suspension shows as a condition; a Job that goes on again starts its clock anew.
    private JobStatus goingOn(JobStatus status) {
        if (seen.job().isDeleting()) {
            return status;
        }
        var isSuspended = Terms.isSuspended(seen.job());
        var conditions = JobConditions.with(
                status.conditions(),
                isSuspended
                        ? JobConditions.of(
                                ConditionTypes.SUSPENDED, "True", Reasons.JOB_SUSPENDED, "Job suspended", seen.now())
                        : JobConditions.of(
                                ConditionTypes.SUSPENDED, "False", Reasons.JOB_RESUMED, "Job resumed", seen.now()));
        if (conditions.equals(status.conditions())) {
            return status;
        }
        announcements.add(
                isSuspended
                        ? Step.announce(seen.job().ref(), ConditionTypes.SUSPENDED, "Job suspended")
                        : Step.announce(seen.job().ref(), Reasons.RESUMED, "Job resumed"));
        var changed = status.withConditions(conditions);
        if (!isSuspended) {
            return changed.withStartTime(seen.now());
        }
        return seen.forgetsStartWhenSuspended() ? changed.withoutStartTime() : changed;
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
    private static UncountedTerminatedPods stillHeld(Seen.OfJob seen) {
        var listed = seen.job().status().uncountedTerminatedPods().orElse(UncountedTerminatedPods.EMPTY);
        Set<String> held = new HashSet<>();
        Stream.concat(seen.ended().stream(), seen.active().stream().filter(JobPods::isTracked))
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
