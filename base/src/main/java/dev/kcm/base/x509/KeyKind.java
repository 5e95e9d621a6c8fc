package dev.kcm.base.x509;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;

/// The kinds of keys we make. EC keys cost a hundredth of RSA's to make and a tenth to sign with.
public enum KeyKind {
    EC_P256("EC", new ECGenParameterSpec("secp256r1")),
    EC_P384("EC", new ECGenParameterSpec("secp384r1")),
    RSA_2048("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4)),
    RSA_4096("RSA", new RSAKeyGenParameterSpec(4096, RSAKeyGenParameterSpec.F4));

    private static final int P256_BITS = 256;
    private static final int P384_BITS = 384;
    private static final byte[] PROBE = {1, 2, 3};

    private final String algorithm;
    private final AlgorithmParameterSpec parameters;

    KeyKind(String algorithm, AlgorithmParameterSpec parameters) {
        this.algorithm = algorithm;
        this.parameters = parameters;
    }

    public KeyPair generate() {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(parameters);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("This JVM cannot make " + this + " keys", missing);
        }
    }

    /// Whether these two make a pair: files that are just being replaced are often a new
    /// certificate beside an old key. RSA keys show it, and so do EC keys that were written down
    /// with their open half; others sign a few bytes, which takes a while at the start of a JVM.
    ///
    /// @throws GeneralSecurityException when the key cannot sign
    public static boolean isPair(PublicKey open, PrivateKey secret) throws GeneralSecurityException {
        if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
            return false;
        }
        if (open instanceof RSAKey one && secret instanceof RSAKey other) {
            return one.getModulus().equals(other.getModulus());
        }
        if (open instanceof ECKey ec && endsWithPoint(secret, open, ec)) {
            return true;
        }
        var algorithm = signatureAlgorithm(secret);
        var signer = Signature.getInstance(algorithm);
        signer.initSign(secret);
        signer.update(PROBE);
        var signature = signer.sign();
        var verifier = Signature.getInstance(algorithm);
        verifier.initVerify(open);
        verifier.update(PROBE);
        return verifier.verify(signature);
    }

    /// Both encodings end with the same point of the curve: a byte for its form and two numbers.
    private static boolean endsWithPoint(PrivateKey secret, PublicKey open, ECKey ec) {
        int bytes = (ec.getParams().getCurve().getField().getFieldSize() + 7) / 8;
        int length = 1 + 2 * bytes;
        return Arrays.equals(end(secret.getEncoded(), length), end(open.getEncoded(), length));
    }

    private static byte[] end(byte[] encoded, int length) {
        return Arrays.copyOfRange(encoded, Math.max(0, encoded.length - length), encoded.length);
    }

    /// The JDK's name of the signature algorithm that suits a key, as Go chooses it.
    static String signatureAlgorithm(Key key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> ecSignature(key);
            case "Ed25519", "EdDSA" -> "Ed25519";
            default -> throw new IllegalArgumentException("Cannot sign with a key of kind " + key.getAlgorithm());
        };
    }

    private static String ecSignature(Key key) {
        int bits = key instanceof ECKey ec ? ec.getParams().getOrder().bitLength() : P256_BITS;
        if (bits <= P256_BITS) {
            return "SHA256withECDSA";
        }
        return bits <= P384_BITS ? "SHA384withECDSA" : "SHA512withECDSA";
    }
}
