/// The pod-garbage-collector-controller: a sweep that removes pods nobody else will remove, because
/// they ended long ago or the node that should end them is gone.
@NullMarked
package dev.kcm.controllers.housekeeping.podgarbagecollector;

import org.jspecify.annotations.NullMarked;
