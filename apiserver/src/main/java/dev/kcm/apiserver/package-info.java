/// The embedded API server, for development and tests.
@NullMarked
package dev.kcm.apiserver;

import org.jspecify.annotations.NullMarked;
