package dev.kcm.serving.tls;

import dev.kcm.base.x509.KeyedCertificate;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Picks the certificate for each handshake: by the name the client asks for, else the default.
///
/// The JDK asks for an alias and then, by that alias, for chain and key. So that a reload between
/// the questions cannot mix two pairs, the alias names one pair for good.
final class SniKeyManager extends X509ExtendedKeyManager {
    private static final int REMEMBERED = 64;

    private final Supplier<KeyedCertificate> standard;
    private final List<SniCertificate> byName;
    private final Map<String, KeyedCertificate> byAlias = new ConcurrentHashMap<>();

    SniKeyManager(Supplier<KeyedCertificate> standard, List<SniCertificate> byName) {
        this.standard = standard;
        this.byName = byName;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        var certificate = requestedName(engine).flatMap(this::certificateFor).orElseGet(standard);
        if (!certificate.keyType().equals(keyType)) {
            return null;
        }
        if (byAlias.size() > REMEMBERED) {
            byAlias.clear(); // pairs long reloaded; at worst a handshake under way is repeated
        }
        var alias = Integer.toHexString(System.identityHashCode(certificate.chain()))
                + "-"
                + certificate.chain().getFirst().getSerialNumber().toString(16);
        byAlias.put(alias, certificate);
        return alias;
    }

    /// An exact name before a wildcard, whatever the order of the certificates.
    Optional<KeyedCertificate> certificateFor(String name) {
        int dot = name.indexOf('.');
        return Stream.of(name, dot < 0 ? name : "*" + name.substring(dot))
                .flatMap(wanted -> byName.stream().filter(one -> one.has(wanted)))
                .findFirst()
                .map(one -> one.certificate().get());
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        var certificate = byAlias.get(alias);
        return certificate == null ? null : certificate.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        var certificate = byAlias.get(alias);
        return certificate == null ? null : certificate.key();
    }

    private static Optional<String> requestedName(SSLEngine engine) {
        if (!(engine.getHandshakeSession() instanceof ExtendedSSLSession session)) {
            return Optional.empty();
        }
        return session.getRequestedServerNames().stream()
                .filter(SNIHostName.class::isInstance)
                .map(name -> ((SNIHostName) name).getAsciiName().toLowerCase(Locale.ROOT))
                .findFirst();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        return null; // connections are served through engines only
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }
}
