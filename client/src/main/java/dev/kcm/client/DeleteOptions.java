package dev.kcm.client;

import dev.kcm.model.operation.Propagation;
import java.time.Duration;
import java.util.Optional;

/// How to delete. The preconditions make the server refuse when the object is not the one meant.
public record DeleteOptions(
        Optional<String> uid,
        Optional<String> resourceVersion,
        Optional<Propagation> propagation,
        Optional<Duration> gracePeriod,
        boolean dryRun) {
    private static final DeleteOptions PLAIN =
            new DeleteOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false);

    /// No preconditions, the kind's own grace period and propagation.
    public static DeleteOptions plain() {
        return PLAIN;
    }

    /// Deletes the object only if it still is the one with this uid.
    public static DeleteOptions of(String uid) {
        return PLAIN.withUid(uid);
    }

    public DeleteOptions withUid(String value) {
        return new DeleteOptions(Optional.of(value), resourceVersion, propagation, gracePeriod, dryRun);
    }

    public DeleteOptions withResourceVersion(String value) {
        return new DeleteOptions(uid, Optional.of(value), propagation, gracePeriod, dryRun);
    }

    public DeleteOptions withPropagation(Propagation value) {
        return new DeleteOptions(uid, resourceVersion, Optional.of(value), gracePeriod, dryRun);
    }

    public DeleteOptions withGracePeriod(Duration value) {
        return new DeleteOptions(uid, resourceVersion, propagation, Optional.of(value), dryRun);
    }

    public DeleteOptions withDryRun() {
        return new DeleteOptions(uid, resourceVersion, propagation, gracePeriod, true);
    }

    /// As it goes over the wire.
    public dev.kcm.model.meta.v1.DeleteOptions toModel() {
        var model = dev.kcm.model.meta.v1.DeleteOptions.builder();
        if (uid.isPresent() || resourceVersion.isPresent()) {
            model.preconditions(preconditions -> {
                uid.ifPresent(preconditions::uid);
                resourceVersion.ifPresent(preconditions::resourceVersion);
            });
        }
        propagation.ifPresent(value -> model.propagationPolicy(value.text()));
        gracePeriod.ifPresent(value -> model.gracePeriodSeconds(value.toSeconds()));
        if (dryRun) {
            model.addDryRun("All");
        }
        return model.build();
    }
}
