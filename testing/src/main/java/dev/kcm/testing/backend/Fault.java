package dev.kcm.testing.backend;

import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
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
}
