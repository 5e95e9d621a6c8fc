/// The garbage-collector-controller: an event loop over a graph of everything that owns or is
/// owned. [dev.kcm.controllers.housekeeping.garbagecollector.GarbageCollectorController] takes events in and
/// sends errands, [dev.kcm.controllers.housekeeping.garbagecollector.Graph] knows who owns whom,
/// [dev.kcm.controllers.housekeeping.garbagecollector.DeletionDecision] decides about one object. One
/// thread owns all of it.
@NullMarked
package dev.kcm.controllers.housekeeping.garbagecollector;

import org.jspecify.annotations.NullMarked;
