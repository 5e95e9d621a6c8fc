package dev.kcm.testing.backend;

import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.Optional;

/// A fault between our controllers and the server.
public sealed interface Fault {

    /// Requests are refused: the first `after` pass, then the next `times` fail.
    record Refusing(RequestPattern requests, ApiFailure failure, int after, int times) implements Fault {
        /// Only after so many have passed.
        public Refusing after(int passed) {
            return new Refusing(requests, failure, passed, times);
        }

        /// Only so often.
        public Refusing times(int refused) {
            return new Refusing(requests, failure, after, refused);
        }

        @Override
        public String toString() {
            return "refuse %s with %s".formatted(requests, failure.message());
        }
    }

    /// An aggregated API group and version is unavailable.
    record UnavailableGroup(String group, String version) implements Fault {
        @Override
        public String toString() {
            return "%s/%s is unavailable".formatted(group, version);
        }
    }

    /// Every watch of the resource ends, at once.
    record DroppedWatch(Resource<?> resource) implements Fault {
        @Override
        public String toString() {
            return "drop the watches of " + resource;
        }
    }

    /// Watches end and their resource versions are too old to resume from, so that informers list
    /// again; of one resource, or of all.
    record ExpiredPosition(Optional<Resource<?>> resource) implements Fault {
        @Override
        public String toString() {
            return "expire the resource versions of "
                    + resource.map(Object::toString).orElse("all watches");
        }
    }

    /// The server does what is requested, but the response is lost: after the first `after` such requests, `times`
    /// times.
    record LostResponse(RequestPattern requests, int after, int times) implements Fault {
        @Override
        public String toString() {
            return "lose responses to " + requests;
        }
    }

    /// Requests are under way for so long before the server acts on them, whatever becomes of their sender meanwhile.
    record SlowRequests(RequestPattern requests, Duration by) implements Fault {
        @Override
        public String toString() {
            return "slow %s by %s".formatted(requests, by);
        }
    }

    /// Watches of the resource stand still: what happens meanwhile arrives, in order, when the fault is removed.
    record StalledWatch(Resource<?> resource) implements Fault {
        @Override
        public String toString() {
            return "stall the watches of " + resource;
        }
    }

    /// Every event of the resource arrives twice.
    record RepeatedEvents(Resource<?> resource) implements Fault {
        @Override
        public String toString() {
            return "repeat the events of " + resource;
        }
    }

    /// Watches of the resource end, and until the fault is removed it can be neither listed nor watched. The resource
    /// versions are too old by then, so that of several changes only the last is seen.
    record UnreachableResource(Resource<?> resource) implements Fault {
        @Override
        public String toString() {
            return "have no answers for reads of " + resource;
        }
    }

    /// The wall clock of our controllers is wrong by so much; the one they measure time with is not.
    record SkewedClock(Duration by) implements Fault {
        @Override
        public String toString() {
            return "skew the clock by " + by;
        }
    }
}
