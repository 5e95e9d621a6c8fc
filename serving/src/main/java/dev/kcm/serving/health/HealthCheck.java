package dev.kcm.serving.health;

import java.util.Optional;

/// One named thing that is well or not. Asked on the thread of each health request, so it only
/// looks.
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

    /// The probe's answer; one that throws is a unhealthyReason.
    Optional<String> unhealthyReason() {
        try {
            return probe.unhealthyReason();
        } catch (RuntimeException failed) {
            return Optional.of(failed.toString());
        }
    }
}
