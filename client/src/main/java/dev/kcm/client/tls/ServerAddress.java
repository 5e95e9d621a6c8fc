package dev.kcm.client.tls;

import java.net.URI;
import java.net.URISyntaxException;

/// Where an API server listens. `path` is what stands before `/api` when the server lives below a
/// prefix (`""` mostly).
public record ServerAddress(boolean isEncrypted, String host, int port, String path) {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    /// `https://host:port/prefix`, `http://…`, or `host:port` alone, which means https as it does
    /// for kubectl.
    public static ServerAddress parse(String text) {
        var url = text.contains("://") ? text : "https://" + text;
        try {
            var uri = new URI(url);
            boolean encrypted = uri.getScheme().equals("https");
            if (!encrypted && !uri.getScheme().equals("http")) {
                throw new IllegalArgumentException("want https://HOST:PORT");
            }
            var authority = Authority.of(uri);
            int port = authority.port() >= 0 ? authority.port() : encrypted ? HTTPS : HTTP;
            var path = uri.getRawPath() == null ? "" : uri.getRawPath();
            while (path.endsWith("/")) {
                path = path.substring(0, path.length() - 1);
            }
            return new ServerAddress(encrypted, authority.host(), port, path);
        } catch (URISyntaxException | IllegalArgumentException bad) {
            throw new IllegalArgumentException(
                    "\"%s\" is not the address of an API server: %s".formatted(text, bad.getMessage()), bad);
        }
    }

    /// As it stands in a `Host` header and in metrics.
    public String authority() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public String toString() {
        return (isEncrypted ? "https://" : "http://") + authority() + path;
    }
}
