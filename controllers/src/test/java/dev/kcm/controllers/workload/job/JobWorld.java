package dev.kcm.controllers.workload.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WriteResult;
import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.Conditions;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A server with one Job and its pods, and kubelets that run them. Checks every write against what
/// is really the case, not what any cache shows.
final class JobWorld {
    private final Map<ObjectKey, LeanPod> pods = new TreeMap<>();
    private final List<Event> history = new ArrayList<>();
    private final Ledger ledger = new Ledger();

    /// Pods whose kubelet has let go of them: only finalizers keep them.
    private final Set<String> stopped = new HashSet<>();

    private final Set<Integer> everSucceededIndexes = new HashSet<>();
    private final boolean isCalm;
    private Job job;
    private Instant now = Jobs.NOW;
    private long revision = 100;

    /// What a watch would deliver; without a pod it is about the Job, without a Job about a pod that
    /// is gone.
    record Event(long revision, Optional<Job> job, ObjectKey pod, Optional<LeanPod> state) {}

    /// @param isCalm nobody deletes pods or changes the Job, so that numbers must fit exactly
    JobWorld(Job job, boolean isCalm) {
        this.isCalm = isCalm;
        this.job = job;
        put(job);
    }

    Job job() {
        return job;
    }

    Instant now() {
        return now;
    }

    void pass(long seconds) {
        now = now.plusSeconds(seconds);
    }

    List<LeanPod> pods() {
        return List.copyOf(pods.values());
    }

    List<Event> history() {
        return history;
    }

    Ledger ledger() {
        return ledger;
    }

    void change(Job changed) {
        put(changed);
    }

    // ---- what the controller does; refusals are thrown

    WriteResult execute(Step.Write step, LeanPod asObserved) {
        return switch (step.operation()) {
            case Operation.Create create -> create((Pod) create.object());
            case Operation.Delete delete -> delete(delete.key());
            case Operation.Patch patch -> releasePod(patch.key(), asObserved);
            case Operation.Update update when step.isStatusUpdate() -> writeStatus((Job) update.object());
            default -> throw new AssertionError("unexpected " + step.describe());
        };
    }

    private WriteResult create(Pod pod) {
        var name = pod.metadata().generateName() + revision;
        var stored = LeanPod.of(pod)
                .withMetadata(m -> m.name(name)
                        .uid("uid-" + name)
                        .creationTimestamp(now)
                        .putLabels(Labels.OLD_CONTROLLER_UID, Jobs.UID))
                .withStatus(s -> s.phase(PodState.PENDING));
        checkCreation(stored);
        put(stored);
        return receipt(stored.key(), revision);
    }

    private void checkCreation(LeanPod pod) {
        var active = pods.values().stream().filter(PodState::isActive).toList();
        if (JobSettings.isIndexed(job)) {
            int index = JobPods.completionIndex(pod).orElseThrow();
            assertThat(JobSettings.replacesOnlyFailed(job) ? live() : active)
                    .as("pods that run index " + index)
                    .noneMatch(other -> JobPods.completionIndex(other).orElse(-1) == index);
            if (isCalm) {
                assertThat(everSucceededIndexes).doesNotContain(index);
            }
            assertThat(index).isLessThan(JobSettings.indexCount(job));
        } else if (isCalm) {
            assertThat(active.size()).as("active").isLessThan(JobSettings.parallelism(job));
            assertThat(active.size() + ledger.successes(pods.values()))
                    .as("active and succeeded")
                    .isLessThan(job.spec().completions().orElse(Integer.MAX_VALUE));
        }
    }

    /// Those whose containers may still run.
    private List<LeanPod> live() {
        return pods.values().stream().filter(pod -> !PodState.isFinished(pod)).toList();
    }

    private WriteResult delete(ObjectKey key) {
        var pod = existing(key);
        if (!pod.isDeleting()) {
            put(pod.withMetadata(m -> m.deletionTimestamp(now).deletionGracePeriodSeconds(30)));
        }
        return receipt(key, revision);
    }

    /// As the real server: a pod that vanishes with its last finalizer is answered in its old
    /// version.
    private WriteResult releasePod(ObjectKey key, LeanPod asObserved) {
        var pod = existing(key);
        if (JobPods.isTracked(pod) && PodState.isFinished(asObserved)) {
            assertThat(ledger.accountsFor(pod, job))
                    .as(key + " is accounted for before it is let go")
                    .isTrue();
        }
        long before = revision;
        if (JobPods.isTracked(pod)) {
            put(Jobs.letGo(pod));
        }
        return receipt(key, removeIfDone(key) ? before : revision);
    }

    private WriteResult writeStatus(Job written) {
        if (!written.resourceVersion().equals(job.resourceVersion())) {
            throw refusal(409, "Conflict");
        }
        assertThat(JobSettings.isFinished(job)).as("written after the end").isFalse();
        ledger.check(job, written, pods.values());
        if (JobSettings.isFinished(written)) {
            checkEnd(written);
        }
        put(job.withStatus(written.status()));
        return receipt(job.key(), revision);
    }

    private void checkEnd(Job written) {
        var status = written.status();
        assertThat(pods.values()).as("pods held at the end").noneMatch(JobPods::isTracked);
        assertThat(status.active()).isZero();
        assertThat(Conditions.isTrue(status.conditions(), ConditionTypes.SUCCESS_CRITERIA_MET)
                        || Conditions.isTrue(status.conditions(), ConditionTypes.FAILURE_TARGET))
                .as("an interim condition")
                .isTrue();
        if (Conditions.isTrue(status.conditions(), ConditionTypes.COMPLETE)) {
            assertThat(status.succeeded())
                    .isGreaterThanOrEqualTo(job.spec().completions().orElse(1));
        }
    }

    // ---- what others do

    void deleteByUser(LeanPod pod) {
        if (pods.containsKey(pod.key())) {
            delete(pod.key());
        }
    }

    /// A pod's kubelet goes one step on.
    void run(LeanPod pod, boolean succeeds) {
        if (PodState.isFinished(pod)) {
            if (pod.isDeleting()) {
                stopped.add(pod.uid());
                removeIfDone(pod.key());
            }
        } else if (pod.isDeleting() && !succeeds) {
            stopped.add(pod.uid());
            if (!removeIfDone(pod.key())) {
                end(pod, PodState.FAILED);
            }
        } else if (pod.status().phase().equals(PodState.PENDING)) {
            put(pod.withStatus(s -> s.phase(PodState.RUNNING)));
        } else {
            end(pod, succeeds ? PodState.SUCCEEDED : PodState.FAILED);
        }
    }

    private void end(LeanPod pod, String phase) {
        if (phase.equals(PodState.SUCCEEDED)) {
            JobPods.completionIndex(pod).ifPresent(everSucceededIndexes::add);
        }
        put(pod.withStatus(s -> s.phase(phase)
                .addContainerStatuses(c -> c.name("main")
                        .state(state -> state.terminated(t -> t.exitCode(1).finishedAt(now))))));
    }

    private boolean removeIfDone(ObjectKey key) {
        var pod = pods.get(key);
        if (pod == null || !pod.metadata().finalizers().isEmpty() || !stopped.contains(pod.uid())) {
            return false;
        }
        pods.remove(key);
        history.add(new Event(++revision, Optional.empty(), key, Optional.empty()));
        return true;
    }

    private LeanPod existing(ObjectKey key) {
        var pod = pods.get(key);
        if (pod == null) {
            throw refusal(404, "NotFound");
        }
        return pod;
    }

    private void put(LeanPod pod) {
        var stored = pod.withMetadata(m -> m.resourceVersion(Long.toString(++revision)));
        pods.put(stored.key(), stored);
        history.add(new Event(revision, Optional.empty(), stored.key(), Optional.of(stored)));
    }

    private void put(Job changed) {
        job = changed.withMetadata(m -> m.resourceVersion(Long.toString(++revision)));
        history.add(new Event(revision, Optional.of(job), job.key(), Optional.empty()));
    }

    private static WriteResult receipt(ObjectKey key, long version) {
        return new WriteResult(key, "", Long.toString(version));
    }

    static ApiException refusal(int code, String reason) {
        return new ApiException(ApiFailure.of(
                Status.builder().code(code).reason(reason).message(reason).build()));
    }
}
