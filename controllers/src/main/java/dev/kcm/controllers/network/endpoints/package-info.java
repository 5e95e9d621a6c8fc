/// The endpoints-controller. Keeps Endpoints of Services for clients that still read them.
@NullMarked
package dev.kcm.controllers.network.endpoints;

import org.jspecify.annotations.NullMarked;
