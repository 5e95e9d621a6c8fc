/// Clients that know nothing of us list, watch and write on the embedded cluster over HTTPS.
@NullMarked
package dev.kcm.interop;

import org.jspecify.annotations.NullMarked;
