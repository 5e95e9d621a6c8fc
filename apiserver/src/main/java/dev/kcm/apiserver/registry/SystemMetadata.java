package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RandomUid;
import dev.kcm.base.Clock;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Names;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.operation.Target;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.random.RandomGenerator;

/// Fills in what only the server decides. The random source must be safe for many threads.
record SystemMetadata(Clock clock, RandomGenerator random) {
    /// The time as the API knows it: in whole seconds.
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    /// The metadata of a new object; its name is left as it is.
    KubeObject initialised(KubeObject object, Target target) {
        var given = object.metadata();
        if (!given.resourceVersion().isEmpty()) {
            throw ApiErrors.badRequest("resourceVersion should not be set on objects to be created");
        }
        return object.withMetadata(given.toBuilder()
                .namespace(namespace(given, target))
                .creationTimestamp(now())
                .withoutDeletionTimestamp()
                .withoutDeletionGracePeriodSeconds()
                .selfLink("")
                .managedFields(List.of())
                .uid(RandomUid.from(random))
                .build());
    }

    /// An object that is not stored, in the namespace of the request.
    static KubeObject placed(KubeObject object, Target target) {
        var given = object.metadata();
        return object.withMetadata(
                given.toBuilder().namespace(namespace(given, target)).build());
    }

    KubeObject named(KubeObject object) {
        var metadata = object.metadata();
        return metadata.name().isEmpty() && !metadata.generateName().isEmpty()
                ? object.withMetadata(metadata.withName(Names.generated(metadata.generateName(), random)))
                : object;
    }

    /// The metadata of a changed object: what no request can change is kept.
    static KubeObject kept(KubeObject wanted, KubeObject current, Target target) {
        var given = wanted.metadata();
        var old = current.metadata();
        var kept = given.toBuilder()
                .namespace(namespace(given, target))
                .resourceVersion(old.resourceVersion())
                .uid(given.uid().isEmpty() ? old.uid() : given.uid())
                .selfLink("")
                .managedFields(List.of())
                .withoutDeletionTimestamp()
                .withoutDeletionGracePeriodSeconds();
        old.creationTimestamp().ifPresent(kept::creationTimestamp);
        old.deletionTimestamp().ifPresent(kept::deletionTimestamp);
        old.deletionGracePeriodSeconds().ifPresent(kept::deletionGracePeriodSeconds);
        return wanted.withMetadata(kept.build());
    }

    private static String namespace(ObjectMeta given, Target target) {
        var expected = target.resource().isNamespaced() ? target.namespace() : "";
        if (!given.namespace().isEmpty() && !given.namespace().equals(expected)) {
            throw ApiErrors.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the" + " request");
        }
        return expected;
    }
}
