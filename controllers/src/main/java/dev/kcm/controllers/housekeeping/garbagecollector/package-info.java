/// The garbage-collector-controller. Deletes objects whose owners are gone.
@NullMarked
package dev.kcm.controllers.housekeeping.garbagecollector;

import org.jspecify.annotations.NullMarked;
