/// Certificates and private keys as PEM text. Reading only; immutable values, any thread.
@NullMarked
package dev.kcm.base.pem;

import org.jspecify.annotations.NullMarked;
