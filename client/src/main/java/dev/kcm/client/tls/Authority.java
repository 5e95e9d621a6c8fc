package dev.kcm.client.tls;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Who is reached at a URI, read as Go reads it: the JDK finds no host in one whose name has an underscore, which
/// private networks do have.
///
/// @param host a name or an address, this without brackets
/// @param port -1 for that of the scheme
/// @param user name and password as they are meant, not as they are spelled
record Authority(String host, int port, Optional<String> user) {
    private static final int HIGHEST_PORT = 65535;

    /// @throws IllegalArgumentException if nobody is named
    static Authority of(URI uri) {
        var text = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        int at = text.lastIndexOf('@');
        var place = text.substring(at + 1);
        int colon = place.lastIndexOf(':');
        boolean hasPort = colon > place.lastIndexOf(']');
        var host = hasPort ? place.substring(0, colon) : place;
        if (host.isEmpty()) {
            throw new IllegalArgumentException("\"%s\" names no host".formatted(uri));
        }
        return new Authority(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                hasPort ? port(uri, place.substring(colon + 1)) : -1,
                at < 0 ? Optional.empty() : Optional.of(decoded(text.substring(0, at))));
    }

    private static int port(URI uri, String digits) {
        boolean isNumber = digits.length() <= 5 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = isNumber && !digits.isEmpty() ? Integer.parseInt(digits) : -1;
        if (port > HIGHEST_PORT || (port < 0 && !digits.isEmpty())) {
            throw new IllegalArgumentException("\"%s\" has no valid port".formatted(uri));
        }
        return port;
    }

    private static String decoded(String user) {
        return URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
