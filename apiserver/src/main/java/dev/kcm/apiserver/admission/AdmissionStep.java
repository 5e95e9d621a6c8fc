package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.Target;
import dev.kcm.model.KubeObject;
import org.jspecify.annotations.Nullable;

/// One plugin. Objects are of the storage version. A step that minds throws a refusal.
public interface AdmissionStep {
    /// Sees an object before it is created (or a subresource is posted); returns what to create.
    default KubeObject create(Identity caller, Target target, KubeObject object) {
        return object;
    }

    /// Sees a changed object; returns what to store.
    default KubeObject update(Identity caller, Target target, KubeObject wanted, KubeObject current) {
        return wanted;
    }

    /// Sees what is about to be stored, valid and beyond change, and what is there now, if
    /// anything.
    default void check(Identity caller, Target target, KubeObject wanted, @Nullable KubeObject current) {}

    default void delete(Identity caller, Target target) {}
}
