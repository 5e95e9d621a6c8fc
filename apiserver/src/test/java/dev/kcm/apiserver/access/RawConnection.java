package dev.kcm.apiserver.access;

import dev.kcm.base.x509.KeyedCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Sends bytes as they are over TLS, so that a request can be wrong in ways no client allows. Any server is trusted: it
/// is the one that asks here.
record RawConnection(int port) {
    private static final int PATIENCE_MILLIS = 5_000;
    private static final char[] NO_PASSWORD = {};

    /// @param status 0 if the connection was closed without a response, 1 if the server waits for more
    record Response(int status, byte[] body) {
        static final Response NONE = new Response(0, new byte[0]);
        static final Response WAITING = new Response(1, new byte[0]);
    }

    Response send(Optional<KeyedCertificate> certificate, byte[] request) throws IOException, GeneralSecurityException {
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress("127.0.0.1", port));
            plain.setSoTimeout(PATIENCE_MILLIS);
            try (var socket =
                    (SSLSocket) context(certificate).getSocketFactory().createSocket(plain, "localhost", port, true)) {
                var parameters = socket.getSSLParameters();
                parameters.setApplicationProtocols(new String[] {"http/1.1"});
                socket.setSSLParameters(parameters);
                try {
                    socket.getOutputStream().write(request);
                    socket.getOutputStream().flush();
                } catch (IOException hungUp) {
                    // a server may refuse before it has read everything; its answer counts
                }
                return answer(socket.getInputStream());
            }
        }
    }

    private static Response answer(InputStream in) {
        try {
            var status = line(in).split(" ", -1);
            if (status.length < 2 || !status[0].startsWith("HTTP/1.")) {
                return Response.NONE;
            }
            long length = -1;
            var isChunked = false;
            for (var line = line(in); !line.isEmpty(); line = line(in)) {
                var lower = line.toLowerCase(Locale.ROOT);
                length = lower.startsWith("content-length:")
                        ? Long.parseLong(line.substring(line.indexOf(':') + 1).strip())
                        : length;
                isChunked |= lower.startsWith("transfer-encoding:");
            }
            return new Response(Integer.parseInt(status[1]), body(in, length, isChunked));
        } catch (SocketTimeoutException waiting) {
            return Response.WAITING;
        } catch (IOException hungUp) {
            return Response.NONE;
        }
    }

    private static byte[] body(InputStream in, long length, boolean isChunked) throws IOException {
        if (!isChunked) {
            return length >= 0 ? in.readNBytes((int) length) : in.readAllBytes();
        }
        var body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            body.write(in.readNBytes(size));
            line(in);
        }
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
            line.write(each);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    private static SSLContext context(Optional<KeyedCertificate> certificate)
            throws GeneralSecurityException, IOException {
        var context = SSLContext.getInstance("TLSv1.2");
        context.init(
                certificate.isEmpty() ? new KeyManager[0] : keyManagers(certificate.get()),
                new TrustManager[] {new Anyone()},
                null);
        return context;
    }

    private static KeyManager[] keyManagers(KeyedCertificate certificate) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        store.setKeyEntry(
                "client", certificate.key(), NO_PASSWORD, certificate.chain().toArray(X509Certificate[]::new));
        var factory = KeyManagerFactory.getInstance("NewSunX509");
        factory.init(store, NO_PASSWORD);
        return Arrays.stream(factory.getKeyManagers())
                .map(manager -> new Insistent((X509ExtendedKeyManager) manager))
                .toArray(KeyManager[]::new);
    }

    /// Shows the certificate whatever authorities the server names.
    private static final class Insistent extends X509ExtendedKeyManager {
        private final String alias;
        private final X509ExtendedKeyManager keys;

        Insistent(X509ExtendedKeyManager keys) {
            this.keys = keys;
            this.alias = Objects.requireNonNull(keys.getClientAliases("EC", null))[0];
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return alias;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return alias;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {alias};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return alias;
        }

        @Override
        public X509Certificate[] getCertificateChain(String name) {
            return keys.getCertificateChain(name);
        }

        @Override
        public PrivateKey getPrivateKey(String name) {
            return keys.getPrivateKey(name);
        }
    }

    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
