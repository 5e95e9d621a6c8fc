package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.operation.Target;
import org.jspecify.annotations.Nullable;

/// One plugin. Objects are of the storage version. A step that minds throws a refusal.
public interface AdmissionStep {
    /// Sees an object before it is created (or a subresource is posted); returns what to create.
    default KubeObject create(RequestUser caller, Target target, KubeObject object) {
        return object;
    }

    /// Sees a changed object; returns what to store.
    default KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        return wanted;
    }

    /// Sees what is about to be stored, valid and beyond change, and what is there now, if
    /// anything.
    default void check(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {}

    default void delete(RequestUser caller, Target target) {}
}
