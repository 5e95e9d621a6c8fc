/// Makes, reads, signs and checks X.509 certificates and PKCS#10 requests. Values are immutable;
/// only [dev.kcm.base.x509.AuthorityFiles] keeps state; any thread may call. Signatures are always
/// the JDK's. Only [dev.kcm.base.x509.SigningRequest], which parses what strangers send, and
/// [dev.kcm.base.x509.PublicKeys] load Bouncy Castle.
@NullMarked
package dev.kcm.base.x509;

import org.jspecify.annotations.NullMarked;
