package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.meta.v1.StatusCause;
import dev.kcm.model.operation.Target;
import java.util.List;
import java.util.Set;

/// Denies creating objects in a namespace that does not exist or is terminating, and deleting the permanent namespaces.
public final class NamespaceLifecycle implements AdmissionPlugin {
    private static final Set<String> PERMANENT = Set.of("default", "kube-system", "kube-public");

    private final VersionedStore store;

    public NamespaceLifecycle(VersionedStore store) {
        this.store = store;
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (target.resource().isNamespaced()) {
            requireLiving(target);
        }
        return object;
    }

    @Override
    public void validateDelete(RequestUser caller, Target target) {
        if (target.resource().equals(Namespace.NAMESPACES) && PERMANENT.contains(target.name())) {
            throw ApiErrors.forbidden(target.resource(), target.name(), "this namespace may not be deleted");
        }
    }

    private void requireLiving(Target target) {
        var name = target.namespace();
        var namespace = store.get(Namespace.NAMESPACES, ObjectKey.of(name))
                .orElseThrow(() -> ApiErrors.notFound(Namespace.NAMESPACES, name));
        if (namespace.isDeleting()) {
            throw ApiErrors.forbidden(
                    target.resource(),
                    target.name(),
                    "unable to create new content in namespace %s because it is being terminated".formatted(name),
                    List.of(StatusCause.builder()
                            .reason("NamespaceTerminating")
                            .message("namespace %s is being terminated".formatted(name))
                            .field("metadata.namespace")
                            .build()));
        }
    }
}
