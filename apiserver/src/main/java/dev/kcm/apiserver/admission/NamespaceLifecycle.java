package dev.kcm.apiserver.admission;

import dev.kcm.apiserver.request.Identity;
import dev.kcm.apiserver.request.Refusals;
import dev.kcm.apiserver.request.Target;
import dev.kcm.apiserver.store.Store;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.meta.v1.StatusCause;
import java.util.List;
import java.util.Set;

/// Nothing is created in a namespace that is not there or is going, and some namespaces stay.
public final class NamespaceLifecycle implements AdmissionStep {
    private static final Set<String> PERMANENT = Set.of("default", "kube-system", "kube-public");

    private final Store store;

    public NamespaceLifecycle(Store store) {
        this.store = store;
    }

    @Override
    public KubeObject create(Identity caller, Target target, KubeObject object) {
        if (target.resource().isNamespaced()) {
            requireLiving(target);
        }
        return object;
    }

    @Override
    public void delete(Identity caller, Target target) {
        if (target.resource().equals(Namespace.NAMESPACES) && PERMANENT.contains(target.name())) {
            throw Refusals.forbidden(target.resource(), target.name(), "this namespace may not be deleted");
        }
    }

    private void requireLiving(Target target) {
        var name = target.namespace();
        var namespace = store.get(Namespace.NAMESPACES, ObjectKey.of(name))
                .orElseThrow(() -> Refusals.notFound(Namespace.NAMESPACES, name));
        if (namespace.isDeleting()) {
            throw Refusals.forbidden(
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
