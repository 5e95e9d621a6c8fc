/// Which pods stand behind a Service, and with which addresses and ports: the one notion that
/// Endpoints and EndpointSlices share. Indexes, event mappings and pure functions; no controller
/// lives here.
@NullMarked
package dev.kcm.controllers.shared.backends;

import org.jspecify.annotations.NullMarked;
