/// The device-taint-eviction-controller. Deletes pods that use devices with a taint they do not tolerate, and says in
/// the
/// status of DeviceTaintRules how far that is.
@NullMarked
package dev.kcm.controllers.node.devicetainteviction;

import org.jspecify.annotations.NullMarked;
