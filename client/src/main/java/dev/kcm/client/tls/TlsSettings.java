package dev.kcm.client.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// How to talk TLS with one server. `serverName` stands in for the host's name in the handshake and
/// in the check of the server's certificate.
public record TlsSettings(Trust trust, Optional<ClientCertificate> certificate, Optional<String> serverName) {

    /// Checks certificates as [#trust] says, but no host names.
    public SSLContext context() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys(), trustManagers(), null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("This JVM cannot set up TLS", impossible);
        }
    }

    boolean checksServer() {
        return !(trust instanceof Trust.Anyone);
    }

    private KeyManager @Nullable [] keys() {
        return certificate
                .map(it -> new KeyManager[] {new ClientKeyManager(it)})
                .orElse(null);
    }

    private TrustManager @Nullable [] trustManagers() throws GeneralSecurityException {
        return switch (trust) {
            case Trust.SystemRoots() -> null;
            case Trust.Anyone() -> new TrustManager[] {new InsecureTrustManager()};
            case Trust.Roots(var certificates) -> {
                var store = KeyStore.getInstance(KeyStore.getDefaultType());
                loadEmpty(store);
                for (int i = 0; i < certificates.size(); i++) {
                    store.setCertificateEntry("root-" + i, certificates.get(i));
                }
                var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                factory.init(store);
                yield factory.getTrustManagers();
            }
        };
    }

    private static void loadEmpty(KeyStore store) throws GeneralSecurityException {
        try {
            store.load(null, null);
        } catch (java.io.IOException impossible) {
            throw new GeneralSecurityException(impossible);
        }
    }

    /// Extended, or the JDK would add checks of its own.
    private static final class InsecureTrustManager extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
