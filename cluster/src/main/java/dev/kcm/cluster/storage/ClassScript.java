package dev.kcm.cluster.storage;

import dev.kcm.base.GoDuration;
import dev.kcm.model.storage.v1.StorageClass;
import java.time.Duration;
import java.util.Optional;

/// What the annotations of a StorageClass say about its volumes.
record ClassScript(StorageClass storageClass) {
    private static final String PROVISION_AFTER = "kcm.dev/provision-after";
    private static final String PROVISION_ERROR = "kcm.dev/provision-error";
    private static final String ATTACH_AFTER = "kcm.dev/attach-after";
    private static final String ATTACH_ERROR = "kcm.dev/attach-error";
    private static final String DETACH_ERROR = "kcm.dev/detach-error";
    private static final String TOPOLOGY = "kcm.dev/volume-topology";

    Duration provisionAfter() {
        return duration(PROVISION_AFTER);
    }

    Optional<String> provisionError() {
        return annotation(PROVISION_ERROR).or(() -> unreadable(PROVISION_AFTER));
    }

    Duration attachAfter() {
        return duration(ATTACH_AFTER);
    }

    Optional<String> attachError() {
        return annotation(ATTACH_ERROR).or(() -> unreadable(ATTACH_AFTER));
    }

    Optional<String> detachError() {
        return annotation(DETACH_ERROR);
    }

    /// Whether a volume stays in the zone of the node it was made for.
    boolean staysInZone() {
        return annotation(TOPOLOGY).equals(Optional.of("zone"));
    }

    private Duration duration(String name) {
        try {
            return annotation(name).map(GoDuration::parse).orElse(Duration.ZERO);
        } catch (IllegalArgumentException _) {
            return Duration.ZERO;
        }
    }

    private Optional<String> unreadable(String name) {
        try {
            annotation(name).ifPresent(GoDuration::parse);
            return Optional.empty();
        } catch (IllegalArgumentException _) {
            return annotation(name).map(text -> "%s is no duration: %s".formatted(name, text));
        }
    }

    private Optional<String> annotation(String name) {
        return Optional.ofNullable(storageClass.annotations().get(name));
    }
}
