package dev.kcm.apiserver.registry;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Namespace;

/// When an object that waits for finalizers may go.
final class FinalizerRules {
    private FinalizerRules() {}

    /// Whether the change from `current` to `next` took away the last thing it waited for.
    static boolean isReached(KubeObject next, KubeObject current) {
        var metadata = next.metadata();
        var isEnding = metadata.deletionTimestamp().isPresent()
                && current.metadata().deletionGracePeriodSeconds().orElse(0L) == 0;
        return isEnding && !hasFinalizers(next) && hasFinalizers(current);
    }

    /// Finalizers of any object, and the ones namespaces have in their spec.
    static boolean hasFinalizers(KubeObject object) {
        return !object.metadata().finalizers().isEmpty()
                || (object instanceof Namespace namespace
                        && !namespace.spec().finalizers().isEmpty());
    }
}
