package dev.kcm.testing.chaos;

import dev.kcm.model.Resource;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.BackendSettings;
import dev.kcm.testing.backend.Fault;
import dev.kcm.testing.backend.RequestPattern;
import dev.kcm.testing.backend.SeededThreads;
import dev.kcm.testing.backend.WriteLog;
import dev.kcm.testing.scenario.Scenario;
import dev.kcm.testing.trajectory.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// One run of a schedule on the embedded cluster, in virtual time and with the client limits that a manager has by
/// default. The same schedule gives the same run.
public final class ChaosRun {
    /// The controllers that act on what users do here.
    public static final List<String> CONTROLLERS = List.of(
            "deployment-controller",
            "replicaset-controller",
            "statefulset-controller",
            "job-controller",
            "endpointslice-controller",
            "garbage-collector-controller",
            "namespace-controller",
            "resourcequota-controller",
            "pod-garbage-collector-controller");

    private static final int NODES = 3;
    private static final int UNAVAILABLE_WEBHOOK = 500;

    private static final Duration LAG = Duration.ofSeconds(2);

    /// How long a pod waits for the client's limits when each of a set is created while as many are deleted.
    private static final Duration PER_POD = Duration.ofMillis(100);

    private static final Duration REACTION = Duration.ofSeconds(30);

    /// Longer than the longest back-off, 1000 s, as each event of a pod is another sync that fails, so that a few
    /// seconds
    /// of refusals are enough for it; and then longer than quotas take to be counted again, 5 minutes.
    private static final Duration RECOVERY = Duration.ofMinutes(24);

    /// @param problems promises that were broken on the way, and what is wrong at the end, each in a line that begins
    /// with its name
    /// @param writes of our controllers, in order
    /// @param timeline what happened, for people; empty where there are no problems
    public record Result(Schedule schedule, List<String> problems, List<String> writes, String timeline) {
        public boolean hasFailed() {
            return !problems.isEmpty();
        }
    }

    /// Something that happens at a time of the run.
    private record DueLine(Duration at, Runnable effect) {}

    private final Schedule schedule;
    private final Scenario scenario;
    private final Playground playground;
    private final Instant start;

    private ChaosRun(Schedule schedule, Backend backend) {
        this.schedule = schedule;
        this.scenario = Scenario.on(backend);
        this.playground = new Playground(scenario, new InjectedWebhooks(backend));
        this.start = backend.clock().instant();
    }

    public static Result of(Schedule schedule) {
        try {
            return SeededThreads.call(schedule.seed(), () -> run(schedule));
        } catch (RuntimeException problem) {
            throw problem;
        } catch (Exception problem) {
            throw new IllegalStateException("the run of seed %d was stopped".formatted(schedule.seed()), problem);
        }
    }

    private static Result run(Schedule schedule) throws InterruptedException {
        var random = new SplittableRandom(schedule.seed());
        var settings =
                new BackendSettings("chaos", CONTROLLERS, List.of(), List.of(), NODES, false, Optional.of(random));
        var backend = Backend.open(settings);
        try {
            return new ChaosRun(schedule, backend).run();
        } finally {
            backend.controllers().kill();
            backend.close();
        }
    }

    private Result run() throws InterruptedException {
        var problems = new ArrayList<String>();
        try {
            for (var moment : moments()) {
                var left = Duration.between(scenario.backend().clock().instant(), start.plus(moment.at()));
                scenario.backend().advance(left);
                moment.effect().run();
            }
            recover();
            problems.addAll(EndChecks.of(scenario));
        } catch (IllegalStateException stuck) {
            problems.add("stuck: " + stuck.getMessage());
        }
        problems.addAll(violations());
        return new Result(schedule, List.copyOf(problems), writes(), problems.isEmpty() ? "" : scenario.timeline());
    }

    private List<String> violations() {
        var trajectory = scenario.backend().trajectory();
        return trajectory
                .withSettings(trajectory.settings().withLag(lag()).withReaction(lag().plus(REACTION)))
                .violations()
                .stream()
                .map(Violation::toString)
                .toList();
    }

    /// How far behind our controllers may have been: as long as the adversary kept them from reading, and as long as
    /// what they had decided waited for the client's limits.
    private Duration lag() {
        int largest = schedule.users().stream()
                .mapToInt(it -> it.what().replicas())
                .max()
                .orElse(0);
        return schedule.adversary().stream()
                .map(it -> it.what().lasts())
                .reduce(LAG.plus(PER_POD.multipliedBy(largest)), Duration::plus);
    }

    /// Users and adversary have had their way: everything becomes as it should be.
    private void recover() {
        scenario.heal();
        scenario.awaitQuiet().advance(RECOVERY).awaitQuiet();
    }

    private List<DueLine> moments() {
        var all = new ArrayList<DueLine>();
        schedule.users().forEach(it -> all.add(new DueLine(it.at(), () -> act(it.what()))));
        for (var timed : schedule.adversary()) {
            all.add(new DueLine(timed.at(), () -> begin(timed.what())));
            if (timed.what() instanceof Disturbance.During(var fault, var time)) {
                all.add(new DueLine(
                        timed.at().plus(time), () -> scenario.backend().faults().remove(fault)));
            }
        }
        all.sort(Comparator.comparing(DueLine::at));
        return all;
    }

    private void act(UserAction action) {
        var done = playground.perform(action);
        scenario.backend().log().note("user: " + done);
    }

    private void begin(Disturbance disturbance) {
        scenario.backend().log().note("adversary: " + disturbance);
        switch (disturbance) {
            case Disturbance.During(var fault, var _) ->
                scenario.backend().faults().add(fault);
            case Disturbance.Crash(var writes) -> scenario.crashAfterWrite(writes);
            case Disturbance.Restart _ -> scenario.restart();
            case Disturbance.FailOver _ -> scenario.failover();
        }
    }

    private List<String> writes() {
        return scenario.backend().log().writes().stream().map(this::line).toList();
    }

    private String line(WriteLog.Write write) {
        return "%s %s %s %s%s"
                .formatted(
                        Duration.between(start, write.at()),
                        write.controller(),
                        write.what(),
                        write.key(),
                        write.refused().map(it -> " refused: " + it).orElse(""));
    }

    /// The embedded server has no webhooks; our controllers are refused all the same.
    private record InjectedWebhooks(Backend backend, List<Fault> broken) implements Playground.Webhooks {
        InjectedWebhooks(Backend backend) {
            this(backend, new ArrayList<>());
        }

        @Override
        public void breakFor(String verb, Resource<?> resource) {
            var fault = new Fault.Refusing(
                    RequestPattern.of(verb, resource, ""),
                    ScheduleLine.failure(UNAVAILABLE_WEBHOOK),
                    0,
                    Integer.MAX_VALUE);
            broken.add(fault);
            backend.faults().add(fault);
        }

        @Override
        public void mend() {
            broken.forEach(backend.faults()::remove);
            broken.clear();
        }
    }
}
