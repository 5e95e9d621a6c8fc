package dev.kcm.client.tls;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// An HTTP proxy that opens a tunnel to the server by CONNECT. Only plain `http://` proxies: the
/// tunnel itself is encrypted end to end.
public record ProxyAddress(String host, int port, Optional<String> credentials) {
    private static final int LONGEST_ANSWER = 16 * 1024;

    /// `http://user:password@host:port`.
    public static ProxyAddress parse(String text) {
        var uri = URI.create(text.contains("://") ? text : "http://" + text);
        if (!"http".equals(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "Cannot use the proxy \"%s\": only http://HOST:PORT proxies are supported; exempt".formatted(text)
                            + " the API server with NO_PROXY to go past it");
        }
        var authority = Authority.of(uri);
        return new ProxyAddress(authority.host(), authority.port() >= 0 ? authority.port() : 80, authority.user());
    }

    /// What `HTTPS_PROXY` (or `HTTP_PROXY` for an unencrypted server) and `NO_PROXY` say, as Go
    /// reads them; loopback is never proxied.
    public static Optional<ProxyAddress> fromEnvironment(Map<String, String> environment, ServerAddress server) {
        var name = server.isEncrypted() ? "HTTPS_PROXY" : "HTTP_PROXY";
        var proxy = variable(environment, name);
        if (proxy.isEmpty() || isLoopback(server.host())) {
            return Optional.empty();
        }
        for (var exempt : variable(environment, "NO_PROXY").split(",")) {
            if (exempts(exempt.strip().toLowerCase(Locale.ROOT), server)) {
                return Optional.empty();
            }
        }
        return Optional.of(parse(proxy));
    }

    void tunnel(InputStream in, OutputStream out, ServerAddress server) throws IOException {
        var target = server.authority();
        var request = new StringBuilder("CONNECT ").append(target).append(" HTTP/1.1\r\n");
        request.append("Host: ").append(target).append("\r\n");
        credentials.ifPresent(it -> request.append("Proxy-Authorization: Basic ")
                .append(Base64.getEncoder().encodeToString(it.getBytes(StandardCharsets.UTF_8)))
                .append("\r\n"));
        out.write(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        var head = head(in);
        if (!head.startsWith("HTTP/1.1 200") && !head.startsWith("HTTP/1.0 200")) {
            throw new IOException("The proxy %s:%d refused a tunnel to %s: %s"
                    .formatted(host, port, target, head.lines().findFirst().orElse("")));
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || head.lastIndexOf("\r\n\r\n") != head.length() - 4) {
            int next = in.read();
            if (next < 0 || head.length() > LONGEST_ANSWER) {
                throw new EOFException("The proxy sent no valid response to CONNECT");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static String variable(Map<String, String> environment, String name) {
        var upper = environment.getOrDefault(name, "");
        return upper.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : upper;
    }

    private static boolean exempts(String exempt, ServerAddress server) {
        var host = server.host().toLowerCase(Locale.ROOT);
        if (exempt.isEmpty()) {
            return false;
        }
        if (exempt.equals("*") || exempt.equals(host) || exempt.equals(server.authority())) {
            return true;
        }
        if (exempt.contains("/")) {
            return IpRange.parse(exempt).map(range -> range.contains(host)).orElse(false);
        }
        var domain = exempt.startsWith("*.") ? exempt.substring(1) : exempt;
        return host.endsWith(domain.startsWith(".") ? domain : "." + domain);
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost")
                || IpRange.literal(host).map(InetAddress::isLoopbackAddress).orElse(false);
    }
}
