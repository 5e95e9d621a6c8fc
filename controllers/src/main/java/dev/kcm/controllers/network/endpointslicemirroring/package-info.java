/// The endpointslice-mirroring-controller. Mirrors hand-made Endpoints into EndpointSlices.
@NullMarked
package dev.kcm.controllers.network.endpointslicemirroring;

import org.jspecify.annotations.NullMarked;
