/// Makes, reads, signs and checks X.509 certificates and PKCS#10 requests. Values are immutable and
/// nothing here keeps state; any thread may call. Reading and checking need the JDK alone; Bouncy
/// Castle, which writes the structures the JDK has no public API for, is loaded by the first
/// certificate made or request read. Signatures are always the JDK's.
@NullMarked
package dev.kcm.base.x509;

import org.jspecify.annotations.NullMarked;
