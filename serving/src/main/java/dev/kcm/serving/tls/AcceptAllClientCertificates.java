package dev.kcm.serving.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Lets every client certificate through the handshake: whom it names is decided per request, where
/// the answer can be a 401 and where the authorities may have been reloaded since.
final class AcceptAllClientCertificates extends X509ExtendedTrustManager {
    private static final X509Certificate[] NONE = {};

    private final Supplier<List<X509Certificate>> authorities;

    AcceptAllClientCertificates(Supplier<List<X509Certificate>> authorities) {
        this.authorities = authorities;
    }

    /// Sent to clients so that they can pick one of several certificates.
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.get().toArray(NONE);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw serverSideOnly();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw serverSideOnly();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw serverSideOnly();
    }

    private static CertificateException serverSideOnly() {
        return new CertificateException("This trust manager is for the server's side only");
    }
}
