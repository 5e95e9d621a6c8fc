/// The persistentvolume-binder-controller. Finds a volume for each claim, or has one provisioned, and binds the two to
/// each other; keeps the phases of both; reclaims volumes whose claim is gone. Claims and volumes share one queue and
/// one worker, so that no volume is in two hands.
@NullMarked
package dev.kcm.controllers.storage.persistentvolumebinder;

import org.jspecify.annotations.NullMarked;
