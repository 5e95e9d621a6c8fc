/// Makes, reads, signs and checks X.509 certificates and PKCS#10 requests. Values are immutable and
/// nothing here keeps state; any thread may call. Signatures are always the JDK's. Only
/// [dev.kcm.base.x509.SigningRequest] loads Bouncy Castle: it parses what strangers send.
@NullMarked
package dev.kcm.base.x509;

import org.jspecify.annotations.NullMarked;
