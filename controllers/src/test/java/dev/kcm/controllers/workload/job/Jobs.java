package dev.kcm.controllers.workload.job;

import dev.kcm.client.WriteResult;
import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobSpec;
import dev.kcm.model.batch.v1.JobStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.lean.LeanPodStatus;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Jobs, their pods and snapshots of them, for tests.
final class Jobs {
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    static final String UID = "uid-pi";

    private Jobs() {}

    /// Started a minute ago, three at a time, ten in all.
    static Job job(Consumer<JobSpec.Builder> more) {
        var spec = JobSpec.builder()
                .parallelism(3)
                .completions(10)
                .backoffLimit(6)
                .selector(s -> s.putMatchLabels(Labels.CONTROLLER_UID, UID))
                .template(template -> template.metadata(m -> m.putLabels(Labels.CONTROLLER_UID, UID))
                        .spec(pod -> pod.restartPolicy("Never")
                                .addContainers(c -> c.name("main").image("pi"))));
        more.accept(spec);
        return Job.builder()
                .metadata(m -> m.namespace("default").name("pi").uid(UID).generation(1))
                .spec(spec.build())
                .status(status -> status.startTime(NOW.minusSeconds(60))
                        .ready(0)
                        .terminating(0)
                        .uncountedTerminatedPods(_ -> {}))
                .build();
    }

    static Job job() {
        return job(_ -> {});
    }

    static Job indexed(int completions, Consumer<JobSpec.Builder> more) {
        return job(spec -> {
            spec.completionMode(CompletionModes.INDEXED).completions(completions);
            more.accept(spec);
        });
    }

    static Job perIndex(int completions, int limit) {
        return indexed(completions, spec -> spec.backoffLimitPerIndex(limit).backoffLimit(Integer.MAX_VALUE));
    }

    static Job withStatus(Job job, Consumer<JobStatus.Builder> more) {
        var status = job.status().toBuilder();
        more.accept(status);
        return job.withStatus(status.build());
    }

    /// A tracked pod of the Job.
    static LeanPod pod(String name, Consumer<LeanPodStatus.Builder> status) {
        return LeanPod.builder()
                .metadata(m -> m.namespace("default")
                        .name(name)
                        .uid("uid-" + name)
                        .creationTimestamp(NOW.minusSeconds(50))
                        .putLabels(Labels.CONTROLLER_UID, UID)
                        .putLabels(Labels.OLD_CONTROLLER_UID, UID)
                        .addFinalizers(Finalizers.TRACKING)
                        .addOwnerReferences(owner -> owner.apiVersion("batch/v1")
                                .kind("Job")
                                .name("pi")
                                .uid(UID)
                                .controller(true)))
                .spec(spec -> spec.nodeName("node-1"))
                .status(status)
                .build();
    }

    static LeanPod running(String name) {
        return pod(name, status -> status.phase(PodState.RUNNING));
    }

    static LeanPod succeeded(String name) {
        return pod(name, status -> status.phase(PodState.SUCCEEDED));
    }

    static LeanPod failed(String name) {
        return failed(name, 30, 1);
    }

    static LeanPod failed(String name, long secondsAgo, int exitCode) {
        return pod(
                name,
                status -> status.phase(PodState.FAILED)
                        .addContainerStatuses(c -> c.name("main")
                                .state(s -> s.terminated(
                                        end -> end.exitCode(exitCode).finishedAt(NOW.minusSeconds(secondsAgo))))));
    }

    static LeanPod at(int index, LeanPod pod) {
        return annotated(pod, Annotations.COMPLETION_INDEX, index);
    }

    static LeanPod annotated(LeanPod pod, String key, int value) {
        return pod.withMetadata(m -> m.putAnnotations(key, Integer.toString(value)));
    }

    static LeanPod deleting(LeanPod pod) {
        return pod.withMetadata(m -> m.deletionTimestamp(NOW).deletionGracePeriodSeconds(30));
    }

    static LeanPod letGo(LeanPod pod) {
        return pod.withMetadata(m -> m.finalizers(pod.metadata().finalizers().stream()
                .filter(name -> !name.equals(Finalizers.TRACKING))
                .toList()));
    }

    /// A snapshot of the Job with these pods, as the observer would make it with every pod at hand.
    static Snapshot.OfJob snapshot(Job job, LeanPod... pods) {
        return snapshot(job, NOW, List.of(pods));
    }

    static Snapshot.OfJob snapshot(Job job, Instant now, List<LeanPod> pods) {
        var snapshot = new Snapshot.OfJob(
                job,
                new Claims<>(LeanPod.PODS, job.uid(), List.of(), List.of()),
                JobPodCounts.BY_JOB.recount(pods),
                placed(pods, JobPods.endedOf(job)),
                placed(pods, JobPods.activeOf(job)),
                placed(pods, JobPods.leavingOf(job)),
                FailureStreak.NONE,
                true,
                now);
        var progress = JobProgress.of(snapshot);
        return snapshot.withStreak(FailureStreak.NONE.with(progress.newlyFailed(), progress.newlySucceeded()));
    }

    private static List<LeanPod> placed(List<LeanPod> pods, Object place) {
        return pods.stream()
                .filter(pod -> JobPods.VIEW.keysOf().apply(pod).contains(place))
                .toList();
    }

    static Outcomes allDone(Plan plan) {
        return new Outcomes(plan.steps()
                .flatMap(step -> step instanceof Step.Write create && create.isCreate()
                        ? Stream.generate(() -> step).limit(create.count())
                        : Stream.of(step))
                .map(Jobs::done)
                .toList());
    }

    static Outcome done(Step step) {
        return new Outcome.Applied(step, new WriteResult(step.key(), "uid", "1"));
    }

    static JobStatus written(Plan settled) {
        return Planned.in(settled).statuses(Job.class).stream()
                .map(Job::status)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no status in: " + settled.why()));
    }

    static List<String> events(Plan plan) {
        return Planned.in(plan).events().stream().map(Step.RecordEvent::reason).toList();
    }

    static List<String> names(Plan plan, Class<? extends Operation> kind) {
        return Planned.in(plan).names(kind).stream().sorted().toList();
    }
}
