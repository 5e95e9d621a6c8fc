/// Signed text in the compact form of RFC 7515, as far as tokens of Kubernetes need it. Immutable
/// values, any thread. Signatures are always the JDK's.
@NullMarked
package dev.kcm.base.jose;

import org.jspecify.annotations.NullMarked;
