/// The HTTPS port: what it serves, to whom, and its error responses. Responses are upstream's, byte for
/// byte where programs read them. Threads belong to the server; everything here may be called by
/// several at once.
@NullMarked
package dev.kcm.manager.port;

import org.jspecify.annotations.NullMarked;
