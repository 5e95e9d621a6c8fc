/// An HTTPS server with certificate reload and the metrics text format.
@NullMarked
package dev.kcm.serving;

import org.jspecify.annotations.NullMarked;
