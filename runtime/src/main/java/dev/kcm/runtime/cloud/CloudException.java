package dev.kcm.runtime.cloud;

import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import java.time.Duration;
import java.util.Optional;

/// A call that the cloud did not carry out. The message ends up in events, for users.
public final class CloudException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final String ELSEWHERE = "implemented by alternate to cloud provider";
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final transient Optional<Duration> retryAfter;
    private final boolean isElsewhere;

    public CloudException(String message) {
        this(message, Optional.empty(), false);
    }

    private CloudException(String message, Optional<Duration> retryAfter, boolean isElsewhere) {
        super(message);
        this.retryAfter = retryAfter;
        this.isElsewhere = isElsewhere;
    }

    /// Not done yet: to be tried again after this time, whatever was tried before.
    public static CloudException retryAfter(Duration delay, String message) {
        return new CloudException(message, Optional.of(delay), false);
    }

    /// Another controller sees to it: there is nothing to do here.
    public static CloudException implementedElsewhere() {
        return new CloudException(ELSEWHERE, Optional.empty(), true);
    }

    public boolean isImplementedElsewhere() {
        return isElsewhere;
    }

    /// The same in the terms of plans; a wait is rounded up to whole seconds.
    public ApiFailure failure() {
        var status = Status.builder().status("Failure").reason("CloudProvider").message(String.valueOf(getMessage()));
        retryAfter.ifPresent(delay -> status.details(details -> details.retryAfterSeconds(wholeSeconds(delay))));
        return new ApiFailure.CloudProvider(status.build());
    }

    private static int wholeSeconds(Duration delay) {
        return (int) Math.max(1, Math.ceilDiv(delay.toNanos(), NANOS_PER_SECOND));
    }
}
