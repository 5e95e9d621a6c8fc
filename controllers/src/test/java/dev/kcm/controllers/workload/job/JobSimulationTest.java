package dev.kcm.controllers.workload.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.batch.v1.JobStatus;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.plan.StepGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the rules against a small world with caches that lag, writes that are refused or whose
/// answer is lost, and crashes between any two writes. [JobWorld] and [Ledger] check each write.
/// `-Dkcm.simulation.seeds=N` runs more.
class JobSimulationTest {
    private static final int STEPS = 1_500;
    private static final int STEPS_TO_REST = 20_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("kcm.simulation.seeds", 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void plain_jobs_with_nobody_in_the_way(long seed) {
        var job = Jobs.job(spec -> spec.completions(40).parallelism(6).backoffLimit(1000));
        var world = new Simulation(job, seed, true).run();

        assertThat(world.job().status().succeeded()).isEqualTo(40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void plain_jobs_whose_pods_are_deleted_and_that_are_suspended_and_resized(long seed) {
        new Simulation(Jobs.job(spec -> spec.completions(40).parallelism(6).backoffLimit(1000)), seed, false).run();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void jobs_that_fail(long seed) {
        var job = Jobs.job(spec -> spec.completions(500).parallelism(8).backoffLimit(9));
        var world = new Simulation(job, seed, false).run();

        assertThat(world.job().status().failed()).isGreaterThan(9);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void jobs_that_replace_only_failed_pods(long seed) {
        new Simulation(
                        Jobs.job(spec -> spec.completions(30)
                                .parallelism(6)
                                .backoffLimit(1000)
                                .podReplacementPolicy("Failed")),
                        seed,
                        false)
                .run();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void indexed_jobs_with_nobody_in_the_way(long seed) {
        var job = Jobs.indexed(30, spec -> spec.parallelism(6).backoffLimit(1000));
        var world = new Simulation(job, seed, true).run();

        assertThat(world.job().status().completedIndexes()).isEqualTo("0-29");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void indexed_jobs_whose_pods_are_deleted_and_that_are_suspended_and_resized(long seed) {
        var world = new Simulation(Jobs.indexed(30, spec -> spec.parallelism(6).backoffLimit(1000)), seed, false).run();

        assertThat(world.job().status().completedIndexes()).isEqualTo("0-29");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void indexed_jobs_that_replace_only_failed_pods(long seed) {
        var job =
                Jobs.indexed(30, spec -> spec.parallelism(6).backoffLimit(1000).podReplacementPolicy("Failed"));
        var world = new Simulation(job, seed, false).run();

        assertThat(world.job().status().completedIndexes()).isEqualTo("0-29");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void indexed_jobs_that_count_failures_per_index(long seed) {
        var world = new Simulation(Jobs.perIndex(25, 1).withSpec(s -> s.parallelism(6)), seed, true).run();

        var status = world.job().status();
        assertThat(Indexes.parse(status.completedIndexes(), 25)
                        .and(Indexes.parse(status.failedIndexes().orElseThrow(), 25)))
                .isEqualTo(Indexes.parse("0-24", 25));
        assertThat(Indexes.parse(status.completedIndexes(), 25)
                        .overlap(Indexes.parse(status.failedIndexes().orElseThrow(), 25)))
                .isZero();
    }

    /// The process dies; what it held in memory is gone.
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class Simulation {
        private final JobWorld world;
        private final Random random;
        private final boolean isCalm;

        private Job cachedJob;
        private final Map<ObjectKey, LeanPod> cachedPods = new HashMap<>();
        private int jobsTold;
        private int podsTold;
        private long podPosition;
        private long jobPosition;

        private long expectedPods;
        private long expectedJob;
        private final Set<String> expectedDeletions = new HashSet<>();
        private FailureStreak streak = FailureStreak.NONE;
        private boolean hasFaults = true;

        Simulation(Job job, long seed, boolean isCalm) {
            this.world = new JobWorld(job.withStatus(JobStatus.EMPTY), isCalm);
            this.random = new Random(seed);
            this.isCalm = isCalm;
            this.cachedJob = world.job();
            restart();
        }

        JobWorld run() {
            for (int step = 0; step < STEPS && !isOver(); step++) {
                act(random.nextInt(100));
            }
            hasFaults = false;
            world.change(world.job().withSpec(world.job().spec().withSuspend(false)));
            for (int step = 0; step < STEPS_TO_REST && !isOver(); step++) {
                act(random.nextInt(90));
            }
            assertThat(isOver()).as("came to rest: " + world.job().status()).isTrue();
            assertThat(world.pods()).noneMatch(JobPods::isTracked);
            var status = world.job().status();
            assertThat(status.failed()).isEqualTo(world.ledger().failedCount());
            if (!JobSettings.isIndexed(world.job())) {
                assertThat(status.succeeded()).isEqualTo(world.ledger().succeededCount());
            }
            return world;
        }

        private boolean isOver() {
            return JobSettings.isFinished(world.job());
        }

        private void act(int dice) {
            if (dice < 35) {
                tellPods(1 + random.nextInt(4));
            } else if (dice < 50) {
                tellJob();
            } else if (dice < 70) {
                sync();
            } else if (dice < 85) {
                runSomePod();
            } else if (dice < 90) {
                world.pass(random.nextInt(120));
            } else if (hasFaults && dice < 91) {
                restart();
            } else if (hasFaults && !isCalm) {
                meddle(dice);
            }
        }

        private void meddle(int dice) {
            var spec = world.job().spec();
            if (dice < 97) {
                somePod().ifPresent(world::deleteByUser);
            } else if (dice == 97 || spec.suspend().orElse(false)) {
                world.change(
                        world.job().withSpec(spec.withSuspend(!spec.suspend().orElse(false))));
            } else {
                world.change(world.job().withSpec(spec.withParallelism(1 + random.nextInt(8))));
            }
        }

        private Optional<LeanPod> somePod() {
            var pods = world.pods();
            return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(random.nextInt(pods.size())));
        }

        private void runSomePod() {
            for (int i = 0; i < 3; i++) {
                somePod().ifPresent(pod -> world.run(pod, random.nextInt(10) < 7));
            }
        }

        // ---- the caches, each with its own delay

        private void tellPods(int count) {
            for (int told = 0; told < count && podsTold < world.history().size(); ) {
                var event = world.history().get(podsTold++);
                if (event.job().isEmpty()) {
                    event.state()
                            .ifPresentOrElse(
                                    pod -> cachedPods.put(event.pod(), pod), () -> cachedPods.remove(event.pod()));
                    podPosition = event.revision();
                    told++;
                }
            }
        }

        private void tellJob() {
            while (jobsTold < world.history().size()) {
                var event = world.history().get(jobsTold++);
                if (event.job().isPresent()) {
                    cachedJob = event.job().get();
                    jobPosition = event.revision();
                    return;
                }
            }
        }

        /// A new process lists anew and knows nothing of earlier writes.
        private void restart() {
            expectedPods = 0;
            expectedJob = 0;
            expectedDeletions.clear();
            streak = FailureStreak.NONE;
            tellPods(Integer.MAX_VALUE);
            while (jobsTold < world.history().size()) {
                tellJob();
            }
        }

        private boolean showsOurWrites() {
            return podPosition >= expectedPods
                    && jobPosition >= expectedJob
                    && cachedPods.values().stream()
                            .noneMatch(pod -> expectedDeletions.contains(pod.uid()) && !pod.isDeleting());
        }

        // ---- the controller

        private void sync() {
            if (!showsOurWrites() || JobSettings.isFinished(cachedJob)) {
                return;
            }
            try {
                var first = Jobs.snapshot(cachedJob, world.now(), List.copyOf(cachedPods.values()));
                var progress = JobProgress.of(first);
                streak = streak.with(progress.newlyFailed(), progress.newlySucceeded());
                var snapshot = first.withStreak(streak);
                var writes = apply(JobDecision.decide(snapshot));
                apply(JobDecision.settle(snapshot, writes));
            } catch (Crash _) {
                restart();
            }
        }

        private Outcomes apply(Plan plan) {
            var outcomes = new ArrayList<Outcome>();
            for (var group : plan.groups()) {
                var refused = new ArrayList<ObjectKey>();
                for (var step : unrolled(group)) {
                    var outcome = isHeldUp(group.pace(), step, refused) ? new Outcome.Skipped(step) : send(step);
                    outcomes.add(outcome);
                    if (outcome instanceof Outcome.Refused) {
                        refused.add(step.key());
                    }
                }
                if (new Outcomes(outcomes).firstFailure().isPresent()) {
                    break;
                }
            }
            return new Outcomes(outcomes);
        }

        private static boolean isHeldUp(StepGroup.Pace pace, Step step, List<ObjectKey> refused) {
            return switch (pace) {
                case TOGETHER -> false;
                case BY_OBJECT -> refused.contains(step.key());
                case IN_ORDER, SLOW_START -> !refused.isEmpty();
            };
        }

        private static List<Step> unrolled(StepGroup group) {
            return group.steps().stream()
                    .flatMap(step -> Collections.nCopies(
                            step instanceof Step.Write create && create.isCreate() ? create.count() : 1, step)
                            .stream())
                    .toList();
        }

        private Outcome send(Step step) {
            if (!(step instanceof Step.Write write)) {
                return new Outcome.Recorded(step);
            }
            mayCrash();
            var failure = JobWorld.refusal(500, "InternalError").failure();
            if (hasFaults && random.nextInt(100) < 3) {
                return new Outcome.Refused(step, failure);
            }
            try {
                var result = world.execute(write, cachedPods.getOrDefault(step.key(), Jobs.running("none")));
                mayCrash();
                if (hasFaults && !step.isCreate() && random.nextInt(100) < 2) {
                    return new Outcome.Refused(step, failure);
                }
                remember(write, Long.parseLong(result.resourceVersion()));
                return new Outcome.Applied(step, result);
            } catch (ApiException refused) {
                return refused.failure() instanceof ApiFailure.NotFound
                        ? new Outcome.Moot(step, "gone")
                        : new Outcome.Refused(step, refused.failure());
            }
        }

        private void remember(Step.Write step, long version) {
            switch (step.operation()) {
                case Operation.Update _ -> expectedJob = Math.max(expectedJob, version);
                case Operation.Delete delete -> expectedDeletions.add(delete.uid());
                default -> expectedPods = Math.max(expectedPods, version);
            }
        }

        private void mayCrash() {
            if (hasFaults && random.nextInt(100) < 2) {
                throw new Crash();
            }
        }
    }
}
