package dev.kcm.base.jose;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Signature;
import java.security.interfaces.ECKey;

/// The algorithms upstream signs tokens with: one per kind of key.
public enum SignatureAlgorithm {
    RS256("SHA256withRSA"),
    ES256("SHA256withECDSAinP1363Format"),
    ES384("SHA384withECDSAinP1363Format"),
    ES512("SHA512withECDSAinP1363Format");

    private static final int P256_BITS = 256;
    private static final int P384_BITS = 384;
    private static final int P521_BITS = 521;

    private final String javaName;

    SignatureAlgorithm(String javaName) {
        this.javaName = javaName;
    }

    /// The algorithm for a key.
    ///
    /// @throws IllegalArgumentException if there is none
    public static SignatureAlgorithm of(Key key) {
        if (key.getAlgorithm().equals("RSA")) {
            return RS256;
        }
        if (key instanceof ECKey curved) {
            int bits = curved.getParams().getOrder().bitLength();
            switch (bits) {
                case P256_BITS -> {
                    return ES256;
                }
                case P384_BITS -> {
                    return ES384;
                }
                case P521_BITS -> {
                    return ES512;
                }
                default -> {} // refused below
            }
        }
        throw new IllegalArgumentException(
                "Tokens are signed with RSA keys or ECDSA keys on P-256, P-384 or P-521, not with a"
                        + " key of kind "
                        + key.getAlgorithm());
    }

    /// To be initialised for signing or verifying.
    public Signature signature() {
        try {
            return Signature.getInstance(javaName);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("This JVM cannot sign with " + javaName, missing);
        }
    }
}
