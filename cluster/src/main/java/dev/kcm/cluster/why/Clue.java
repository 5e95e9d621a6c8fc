package dev.kcm.cluster.why;

import dev.kcm.model.DynamicObject;

/// Knows what objects of one kind wait for.
@FunctionalInterface
interface Clue {
    Causes of(DynamicObject object, ClusterView look);
}
