package dev.kcm.controllers.workload.cronjob;

import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.CronJobStatus;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.failure.ApiFailure;
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

/// What a CronJob's status says after a look, and what is told along with it. Pure.
final class CronJobStatuses {
    private CronJobStatuses() {}

    static Plan after(Seen seen, Outcomes writes) {
        var status = status(seen, writes);
        var refusals = Plan.inOrder("a Job was refused", refusals(seen, writes));
        if (status.equals(seen.cronJob().status())) {
            return refusals.isNothing() ? Plan.nothing("status unchanged") : refusals;
        }
        var steps = new ArrayList<Step>();
        steps.add(Step.writeStatus(CronJob.CRON_JOBS, seen.cronJob().withStatus(status), Step.Urgency.NOW));
        steps.addAll(news(seen, deleted(writes)));
        return refusals.then(Plan.inOrder("status changed", steps));
    }

    private static CronJobStatus status(Seen seen, Outcomes writes) {
        var gone = deleted(writes);
        var active = new ArrayList<>(seen.running().stream()
                .filter(entry -> !gone.contains(entry.uid()))
                .toList());
        var started = started(seen, writes);
        started.ifPresent(active::add);
        var status = seen.cronJob().status().toBuilder().active(active);
        lastSuccess(seen).ifPresent(status::lastSuccessfulTime);
        if (started.isPresent() && seen.agenda() instanceof Agenda.Due due) {
            status.lastScheduleTime(due.at());
        }
        return status.build();
    }

    private static Optional<ObjectReference> started(Seen seen, Outcomes writes) {
        return switch (Turn.of(seen)) {
            case Turn.Rest _ -> Optional.empty();
            case Turn.Resume(var _, var job) -> Optional.of(entry(job));
            case Turn.Start _ ->
                writes.all().stream()
                        .filter(outcome -> outcome.step() instanceof Step.Create<?>)
                        .filter(Outcome.Applied.class::isInstance)
                        .map(outcome -> entry(seen, (Outcome.Applied) outcome))
                        .findFirst();
        };
    }

    private static ObjectReference entry(Seen seen, Outcome.Applied created) {
        return entry(created.name(), seen.cronJob().namespace(), created.uid(), created.resourceVersion());
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
    private static Optional<Instant> lastSuccess(Seen seen) {
        return Stream.concat(
                        seen.cronJob().status().lastSuccessfulTime().stream(),
                        seen.jobs().stream()
                                .filter(job -> Ending.is(ConditionTypes.COMPLETE, job))
                                .flatMap(job -> job.status().completionTime().stream()))
                .max(Instant::compareTo);
    }

    /// Told with the status that says so, so that none is told twice when that is refused. A Job
    /// that ended and was deleted in one look was told to be deleted.
    private static List<Step> news(Seen seen, Set<String> deleted) {
        var about = seen.cronJob().ref();
        var ended = seen.jobs().stream()
                .filter(job -> seen.isListed(job) && !deleted.contains(job.uid()))
                .flatMap(job -> Ending.of(job)
                        .map(ending -> Step.announce(
                                about,
                                Reasons.SAW_COMPLETED_JOB,
                                "Saw completed job: %s,".formatted(job.name()) + " condition: " + ending))
                        .stream());
        var lost = seen.cronJob().status().active().stream()
                .filter(entry -> seen.lost().contains(entry.uid()))
                .map(entry -> Step.announce(about, Reasons.MISSING_JOB, "Active job went missing: " + entry.name()));
        return Stream.concat(ended, lost).toList();
    }

    /// A Job that exists already is one of ours that the caches do not show yet, or somebody
    /// else's: the next look will tell.
    private static List<Step> refusals(Seen seen, Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome.step() instanceof Step.Create<?>)
                .flatMap(outcome -> outcome instanceof Outcome.Refused(var _, var failure)
                                && !(failure instanceof ApiFailure.AlreadyExists)
                        ? Stream.of(failure.message())
                        : Stream.empty())
                .map(message ->
                        Step.warn(seen.cronJob().ref(), Reasons.FAILED_CREATE, "Error creating job: " + message))
                .toList();
    }

    /// The uids of Jobs that are deleted now, or were before.
    private static Set<String> deleted(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome instanceof Outcome.Applied || outcome instanceof Outcome.Moot)
                .map(Outcome::step)
                .filter(Step.Delete.class::isInstance)
                .map(step -> ((Step.Delete) step).uid())
                .collect(Collectors.toUnmodifiableSet());
    }
}
