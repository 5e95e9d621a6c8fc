package dev.kcm.testing.chaos;

import dev.kcm.base.GoDuration;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.testing.backend.Fault;
import java.time.Duration;

/// One thing the adversary does to our controllers, as a line.
sealed interface Disturbance {

    /// A fault in force for a while.
    record During(Fault fault, Duration time) implements Disturbance {
        @Override
        public String toString() {
            return "%s for %s".formatted(text(fault), GoDuration.print(time));
        }
    }

    /// They are killed right after their write of this number from now, and started again.
    record Crash(int afterWrites) implements Disturbance {
        @Override
        public String toString() {
            return "crash after write " + afterWrites;
        }
    }

    /// They are killed now, in the middle of whatever they do, and started again.
    record Restart() implements Disturbance {
        @Override
        public String toString() {
            return "restart";
        }
    }

    /// A standby takes over; requests that are under way arrive all the same.
    record FailOver() implements Disturbance {
        @Override
        public String toString() {
            return "fail over";
        }
    }

    /// When it is over.
    default Duration lasts() {
        return this instanceof During(var _, var time) ? time : Duration.ZERO;
    }

    private static String text(Fault fault) {
        return switch (fault) {
            case Fault.Refusing(var requests, var failure, var after, var times) ->
                "refuse %d %s after=%d times=%d".formatted(code(failure), requests, after, times);
            case Fault.LostResponse(var requests, var after, var times) ->
                "lose %s after=%d times=%d".formatted(requests, after, times);
            case Fault.SlowRequests(var requests, var by) -> "slow %s by=%s".formatted(requests, GoDuration.print(by));
            case Fault.StalledWatch(var resource) -> "stall " + resource.plural();
            case Fault.RepeatedEvents(var resource) -> "repeat " + resource.plural();
            case Fault.UnreachableResource(var resource) -> "cut " + resource.plural();
            case Fault.DroppedWatch(var resource) -> "drop " + resource.plural();
            case Fault.ExpiredPosition(var resource) ->
                "expire " + resource.map(it -> it.plural()).orElse("all");
            case Fault.SkewedClock(var by) -> "skew " + GoDuration.print(by);
            case Fault.UnavailableGroup(var group, var version) -> "silence %s/%s".formatted(group, version);
        };
    }

    private static int code(ApiFailure failure) {
        return failure.code();
    }
}
