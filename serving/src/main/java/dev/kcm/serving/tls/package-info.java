/// What a server says in the TLS handshake: which certificate, which versions and cipher suites,
/// whether it asks for the client's certificate; and files that are read again when they change.
/// Immutable values and thread-safe sources.
@NullMarked
package dev.kcm.serving.tls;

import org.jspecify.annotations.NullMarked;
