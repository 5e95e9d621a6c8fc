package dev.kcm.serving.health;

import java.util.Optional;

/// One named health check. Called on the thread of each health request, so it must not block.
///
/// @param group checks that `?exclude=` can leave out together; empty for none
public record HealthCheck(String name, String group, Probe probe) {
    public static final HealthCheck PING = of("ping", Optional::empty);

    public static HealthCheck of(String name, Probe probe) {
        return new HealthCheck(name, "", probe);
    }

    /// What is wrong now, or nothing.
    @FunctionalInterface
    public interface Probe {
        Optional<String> unhealthyReason();
    }

    /// The probe's result; one that throws is unhealthy.
    Optional<String> unhealthyReason() {
        try {
            return probe.unhealthyReason();
        } catch (RuntimeException failed) {
            return Optional.of(failed.toString());
        }
    }
}
