/// The device-taint-eviction-controller. Evicts pods from devices with a NoExecute taint.
@NullMarked
package dev.kcm.controllers.node.devicetainteviction;

import org.jspecify.annotations.NullMarked;
