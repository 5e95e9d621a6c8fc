package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.operation.Target;
import org.jspecify.annotations.Nullable;

/// An admission plugin. Objects are of the storage version. A plugin that denies a request throws an
/// [dev.kcm.model.failure.ApiException].
public interface AdmissionPlugin {
    /// Mutates an object before it is created (or a subresource is posted); returns what to create.
    default KubeObject create(RequestUser caller, Target target, KubeObject object) {
        return object;
    }

    /// Mutates an object before it is updated; returns what to store.
    default KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        return wanted;
    }

    /// Validates what is about to be stored, after all mutations, against what is stored now, if anything.
    default void validate(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {}

    /// Validates a delete.
    default void validateDelete(RequestUser caller, Target target) {}
}
