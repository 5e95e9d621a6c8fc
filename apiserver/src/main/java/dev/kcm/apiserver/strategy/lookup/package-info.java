/// Finds the strategy of a resource: that of a kind with a class of its own, or else the one that follows from the
/// resource's descriptor. Thread-safe; strategies are built once.
@NullMarked
package dev.kcm.apiserver.strategy.lookup;

import org.jspecify.annotations.NullMarked;
