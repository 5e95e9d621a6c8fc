package dev.kcm.base.pem;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Map;

/// Turns the three encodings of private keys into keys. The JDK reads only PKCS#8, so the two older
/// ones are wrapped into it.
final class PrivateKeys {
    private static final byte[] RSA_ENCRYPTION = oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1);
    private static final byte[] EC_PUBLIC_KEY = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1);
    private static final byte[] ED25519 = oid(0x2b, 0x65, 0x70);
    private static final byte[] ED448 = oid(0x2b, 0x65, 0x71);
    private static final byte[] VERSION_ZERO = {Der.INTEGER, 1, 0};
    private static final byte[] NULL = {5, 0};

    private static final Map<byte[], String> ALGORITHMS =
            Map.of(RSA_ENCRYPTION, "RSA", EC_PUBLIC_KEY, "EC", ED25519, "Ed25519", ED448, "Ed448");

    private PrivateKeys() {}

    static PrivateKey fromPkcs8(String source, byte[] der) {
        try {
            var algorithm = algorithm(source, der);
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException bad) {
            throw new PemException(source, "has a private key that does not parse", bad);
        }
    }

    static PrivateKey fromPkcs1(String source, byte[] der) {
        var identifier = Der.sequence(RSA_ENCRYPTION, NULL);
        return fromPkcs8(source, Der.sequence(VERSION_ZERO, identifier, Der.element(Der.OCTET_STRING, der)));
    }

    /// SEC1: SEQUENCE { version, privateKey, [0] curve, [1] publicKey }; PKCS#8 wants the curve
    /// outside.
    static PrivateKey fromSec1(String source, byte[] der) {
        var fields = new Der(source, der).enter(Der.SEQUENCE);
        fields.skip(Der.INTEGER);
        fields.skip(Der.OCTET_STRING);
        if (!fields.nextIs(Der.CONTEXT_0)) {
            throw new PemException(source, "has an EC key that does not name its curve");
        }
        var curve = fields.content(Der.CONTEXT_0);
        var identifier = Der.sequence(EC_PUBLIC_KEY, curve);
        return fromPkcs8(source, Der.sequence(VERSION_ZERO, identifier, Der.element(Der.OCTET_STRING, der)));
    }

    /// PKCS#8: SEQUENCE { version, SEQUENCE { algorithm, … }, … }.
    private static String algorithm(String source, byte[] der) {
        var fields = new Der(source, der).enter(Der.SEQUENCE);
        fields.skip(Der.INTEGER);
        var found = fields.enter(Der.SEQUENCE).content(Der.OBJECT_IDENTIFIER);
        for (var known : ALGORITHMS.entrySet()) {
            var identifier = known.getKey();
            if (Arrays.equals(identifier, 2, identifier.length, found, 0, found.length)) {
                return known.getValue();
            }
        }
        throw new PemException(source, "has a private key that is neither RSA, EC, Ed25519 nor Ed448");
    }

    private static byte[] oid(int... content) {
        var bytes = new byte[content.length];
        for (int i = 0; i < content.length; i++) {
            bytes[i] = (byte) content[i];
        }
        return Der.element(Der.OBJECT_IDENTIFIER, bytes);
    }
}
