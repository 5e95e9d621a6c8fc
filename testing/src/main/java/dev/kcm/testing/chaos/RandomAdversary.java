package dev.kcm.testing.chaos;

import dev.kcm.model.Resource;
import dev.kcm.testing.backend.Fault;
import dev.kcm.testing.backend.RequestPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Whoever makes networks, servers and clocks as bad as they may be, and no worse: every fault is over after some
/// seconds.
final class RandomAdversary {
    private static final List<String> WRITES = List.of(
            "create pods",
            "delete pods",
            "patch pods",
            "update pods/status",
            "patch pods/status",
            "create replicasets",
            "update replicasets",
            "update replicasets/status",
            "update deployments",
            "update deployments/status",
            "update jobs/status",
            "update statefulsets/status",
            "create controllerrevisions",
            "delete controllerrevisions",
            "create endpointslices",
            "update endpointslices",
            "update resourcequotas/status",
            "get pods",
            "get replicasets");

    private static final List<Integer> REFUSALS = List.of(403, 409, 409, 410, 422, 429, 500, 503, 504);
    private static final int LONGEST_STALL = 6_000;

    private final RandomGenerator random;
    private final long end;

    /// @param end when users have done the last of what they do
    RandomAdversary(RandomGenerator random, Duration end) {
        this.random = random;
        this.end = end.toMillis() + 4_000;
    }

    /// None at all for some, as the most serious defects need none.
    List<Timed<Disturbance>> disturbances() {
        int count = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(6);
        var all = new ArrayList<Timed<Disturbance>>();
        for (int i = 0; i < count; i++) {
            all.add(new Timed<>(Duration.ofMillis(random.nextLong(end)), next()));
        }
        all.sort(Comparator.comparing(Timed::at));
        return List.copyOf(all);
    }

    private Disturbance next() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> during(new Fault.StalledWatch(resource()), LONGEST_STALL);
            case 4 -> during(new Fault.UnreachableResource(resource()), LONGEST_STALL);
            case 5 -> during(new Fault.RepeatedEvents(resource()), LONGEST_STALL);
            case 6 -> during(new Fault.DroppedWatch(resource()), 1);
            case 7 -> during(new Fault.ExpiredPosition(Optional.of(resource())), 1);
            case 8, 9, 10, 11 -> during(refusal(), 8_000);
            case 12, 13, 14 -> during(new Fault.LostResponse(write(), random.nextInt(4), 1 + random.nextInt(3)), 8_000);
            case 15 -> during(new Fault.SlowRequests(write(), Duration.ofMillis(100 + random.nextInt(4_000))), 5_000);
            case 16, 17 -> new Disturbance.Crash(1 + random.nextInt(30));
            case 18 -> random.nextBoolean() ? new Disturbance.Restart() : new Disturbance.FailOver();
            default -> during(new Fault.SkewedClock(Duration.ofMillis(random.nextLong(-90_000, 90_000))), 10_000);
        };
    }

    private Fault refusal() {
        return new Fault.Refusing(
                write(),
                ScheduleLine.failure(REFUSALS.get(random.nextInt(REFUSALS.size()))),
                random.nextInt(4),
                1 + random.nextInt(5));
    }

    private Disturbance during(Fault fault, int most) {
        return new Disturbance.During(fault, Duration.ofMillis(1 + random.nextInt(most)));
    }

    private RequestPattern write() {
        return new RequestPattern(WRITES.get(random.nextInt(WRITES.size())), Optional.empty());
    }

    private Resource<?> resource() {
        var all = ScheduleLine.resources().toList();
        return all.get(random.nextInt(all.size()));
    }
}
