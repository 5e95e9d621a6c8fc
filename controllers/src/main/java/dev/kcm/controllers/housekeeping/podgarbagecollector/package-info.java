/// The pod-garbage-collector-controller. Deletes pods that ended or lost their node.
@NullMarked
package dev.kcm.controllers.housekeeping.podgarbagecollector;

import org.jspecify.annotations.NullMarked;
