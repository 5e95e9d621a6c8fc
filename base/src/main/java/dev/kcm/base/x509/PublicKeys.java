package dev.kcm.base.x509;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import org.bouncycastle.jcajce.provider.asymmetric.util.EC5Util;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/// Public keys worked out from private ones, for files that hold only the latter.
public final class PublicKeys {
    private PublicKeys() {}

    /// @throws IllegalArgumentException if the key is neither RSA nor ECDSA
    public static PublicKey of(PrivateKey key) {
        try {
            return switch (key) {
                case RSAPrivateCrtKey rsa ->
                    KeyFactory.getInstance("RSA")
                            .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
                case ECPrivateKey curved ->
                    KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point(curved), curved.getParams()));
                default ->
                    throw new IllegalArgumentException(
                            "A public key is worked out for RSA and ECDSA keys only, not for " + key.getAlgorithm());
            };
        } catch (GeneralSecurityException bad) {
            throw new IllegalArgumentException("The private key has no public one: " + bad.getMessage(), bad);
        }
    }

    private static ECPoint point(ECPrivateKey key) {
        var curve = EC5Util.convertSpec(key.getParams());
        var point = new FixedPointCombMultiplier()
                .multiply(curve.getG(), key.getS())
                .normalize();
        return new ECPoint(
                point.getAffineXCoord().toBigInteger(), point.getAffineYCoord().toBigInteger());
    }
}
