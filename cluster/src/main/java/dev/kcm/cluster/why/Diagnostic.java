package dev.kcm.cluster.why;

import dev.kcm.model.DynamicObject;

/// Finds what objects of one kind wait for.
@FunctionalInterface
interface Diagnostic {
    Causes of(DynamicObject object, ClusterView view);
}
