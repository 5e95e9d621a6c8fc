/// The shapes a controller can have and how it declares itself:
/// [dev.kcm.runtime.controller.Reconciler] for most, [dev.kcm.runtime.controller.Sweep] for
/// periodic passes, [dev.kcm.runtime.controller.EventLoop] for those with a picture of their own,
/// and the [dev.kcm.runtime.controller.ControllerSpec] that names what it watches, reads and is
/// built from. Controllers are written against this package and `plan`; they start no threads and
/// hold no locks.
@NullMarked
package dev.kcm.runtime.controller;

import org.jspecify.annotations.NullMarked;
