package dev.kcm.client.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Presents one certificate to whoever asks, whatever authorities the server says it prefers: the
/// user has chosen it, and a refusal by the server explains itself better than silence from us.
final class ClientKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final X509Certificate[] chain;
    private final PrivateKey key;

    ClientKeyManager(ClientCertificate certificate) {
        this.chain = certificate.chain().toArray(X509Certificate[]::new);
        this.key = certificate.key();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return choose(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return choose(keyTypes);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    private @Nullable String choose(String[] keyTypes) {
        var algorithm = chain[0].getPublicKey().getAlgorithm();
        for (var type : keyTypes) {
            if (type.equals(algorithm) || (type.startsWith("Ed") && algorithm.startsWith("Ed"))) {
                return ALIAS;
            }
        }
        return null;
    }
}
