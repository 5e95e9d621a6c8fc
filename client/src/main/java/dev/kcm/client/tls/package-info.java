/// Opens encrypted connections to one API server: whom we trust, who we are, and the sockets
/// beneath. Immutable values, any thread. `dev.kcm.client.config` makes the settings,
/// `dev.kcm.client.remote` dials.
@NullMarked
package dev.kcm.client.tls;

import org.jspecify.annotations.NullMarked;
