package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.batch.v1.CronJobStatus;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a CronJob's status says after a sync, and the events that go with it. Pure.
final class CronJobStatusCalculator {
    private CronJobStatusCalculator() {}

    static Plan after(Snapshot snapshot, Outcomes writes) {
        var status = status(snapshot, writes);
        var failures = Plan.inOrder("a Job could not be created", failedCreations(snapshot, writes));
        if (status.equals(snapshot.cronJob().status())) {
            return failures.isNothing() ? Plan.nothing("status unchanged") : failures;
        }
        var steps = new ArrayList<Step>();
        steps.add(Step.updateStatus(snapshot.cronJob().withStatus(status), Step.Urgency.NOW));
        steps.addAll(completions(snapshot, deleted(writes)));
        return failures.then(Plan.inOrder("status changed", steps));
    }

    private static CronJobStatus status(Snapshot snapshot, Outcomes writes) {
        var gone = deleted(writes);
        var active = new ArrayList<>(snapshot.running().stream()
                .filter(entry -> !gone.contains(entry.uid()))
                .toList());
        var started = started(snapshot, writes);
        started.ifPresent(active::add);
        var status = snapshot.cronJob().status().toBuilder().active(active);
        lastSuccess(snapshot).ifPresent(status::lastSuccessfulTime);
        if (started.isPresent() && snapshot.schedule() instanceof ScheduleDecision.Due due) {
            status.lastScheduleTime(due.at());
        }
        return status.build();
    }

    private static Optional<ObjectReference> started(Snapshot snapshot, Outcomes writes) {
        return switch (StartDecision.of(snapshot)) {
            case StartDecision.Rest _ -> Optional.empty();
            case StartDecision.Resume(var _, var job) -> Optional.of(entry(job));
            case StartDecision.Start _ ->
                writes.all().stream()
                        .filter(outcome -> outcome.step().isCreate())
                        .filter(Outcome.Applied.class::isInstance)
                        .map(outcome -> entry(snapshot, (Outcome.Applied) outcome))
                        .findFirst();
        };
    }

    private static ObjectReference entry(Snapshot snapshot, Outcome.Applied created) {
        return entry(created.name(), snapshot.cronJob().namespace(), created.uid(), created.resourceVersion());
    }

    private static ObjectReference entry(Job job) {
        return entry(job.name(), job.namespace(), job.uid(), job.resourceVersion());
    }

    private static ObjectReference entry(String name, String namespace, String uid, String resourceVersion) {
        return ObjectReference.builder()
                .apiVersion(Job.JOBS.apiVersion())
                .kind(Job.JOBS.kind())
                .namespace(namespace)
                .name(name)
                .uid(uid)
                .resourceVersion(resourceVersion)
                .build();
    }

    /// Also of Jobs that are not listed: somebody may have started one by hand.
    private static Optional<Instant> lastSuccess(Snapshot snapshot) {
        return Stream.concat(
                        snapshot.cronJob().status().lastSuccessfulTime().stream(),
                        snapshot.jobs().stream()
                                .filter(job -> JobResult.is(ConditionTypes.COMPLETE, job))
                                .flatMap(job -> job.status().completionTime().stream()))
                .max(Instant::compareTo);
    }

    /// Recorded with the status that says so, so that none is recorded twice when the write fails. A Job
    /// that ended and was deleted in one sync has the event of its deletion.
    private static List<Step> completions(Snapshot snapshot, Set<String> deleted) {
        var about = snapshot.cronJob().ref();
        var ended = snapshot.jobs().stream()
                .filter(job -> snapshot.isListed(job) && !deleted.contains(job.uid()))
                .flatMap(job -> JobResult.of(job)
                        .<Step>map(ending -> Step.event(
                                about,
                                Reasons.SAW_COMPLETED_JOB,
                                "Saw completed job: %s,".formatted(job.name()) + " condition: " + ending))
                        .stream());
        var lost = snapshot.cronJob().status().active().stream()
                .filter(entry -> snapshot.lost().contains(entry.uid()))
                .<Step>map(entry -> Step.event(about, Reasons.MISSING_JOB, "Active job went missing: " + entry.name()));
        return Stream.concat(ended, lost).toList();
    }

    /// A Job that exists already is one of ours that the caches do not show yet, or somebody
    /// else's: the next sync will show which.
    private static List<Step> failedCreations(Snapshot snapshot, Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome.step().isCreate())
                .flatMap(outcome -> outcome instanceof Outcome.Refused(var _, var failure)
                                && !(failure instanceof ApiFailure.AlreadyExists)
                        ? Stream.of(failure.message())
                        : Stream.empty())
                .<Step>map(message ->
                        Step.warning(snapshot.cronJob().ref(), Reasons.FAILED_CREATE, "Error creating job: " + message))
                .toList();
    }

    /// The uids of Jobs that are deleted now, or were before.
    private static Set<String> deleted(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome instanceof Outcome.Applied || outcome instanceof Outcome.Moot)
                .map(Outcome::step)
                .flatMap(step -> step.as(Operation.Delete.class).stream())
                .map(Operation.Delete::uid)
                .collect(Collectors.toUnmodifiableSet());
    }
}
