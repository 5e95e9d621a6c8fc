/// A server in a process of its own that is killed under load, and the one who checks what is left.
@NullMarked
package dev.kcm.apiserver.crash;

import org.jspecify.annotations.NullMarked;
