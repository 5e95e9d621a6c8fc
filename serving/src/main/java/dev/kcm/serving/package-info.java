/// An HTTPS server for HTTP/1.1 and HTTP/2 behind a small interface of our own:
/// [dev.kcm.serving.Server], [dev.kcm.serving.Handler], [dev.kcm.serving.Exchange]. No type of the
/// library underneath is visible. Each request runs on a virtual thread of its own and may block;
/// the library's few platform threads only move bytes.
@NullMarked
package dev.kcm.serving;

import org.jspecify.annotations.NullMarked;
