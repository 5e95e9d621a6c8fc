/// The endpointslice-controller. Keeps the EndpointSlices of Services.
@NullMarked
package dev.kcm.controllers.network.endpointslice;

import org.jspecify.annotations.NullMarked;
