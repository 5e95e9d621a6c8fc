/// The certificatesigningrequest-signing-controller. Signs approved CertificateSigningRequests for
/// the signers it has keys of.
@NullMarked
package dev.kcm.controllers.identity.certificatesigning;

import org.jspecify.annotations.NullMarked;
