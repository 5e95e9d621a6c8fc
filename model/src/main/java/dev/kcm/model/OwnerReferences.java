package dev.kcm.model;

import dev.kcm.model.meta.v1.OwnerReference;

import java.util.Optional;

/// Who owns what.
public final class OwnerReferences {
    private OwnerReferences() {}

    /// The owner that is marked as controller; at most one is.
    public static Optional<OwnerReference> controllerOf(KubeObject object) {
        for (var owner : object.metadata().ownerReferences()) {
            if (owner.controller().orElse(false)) {
                return Optional.of(owner);
            }
        }
        return Optional.empty();
    }

    public static Optional<String> controllerUidOf(KubeObject object) {
        return controllerOf(object).map(OwnerReference::uid);
    }

    /// A reference that makes `owner` the controller; deleting the owner in the foreground waits
    /// for the object.
    public static OwnerReference controller(KubeObject owner) {
        return OwnerReference.builder()
                .apiVersion(owner.resource().apiVersion())
                .kind(owner.resource().kind())
                .name(owner.name())
                .uid(owner.uid())
                .controller(true)
                .blockOwnerDeletion(true)
                .build();
    }
}
