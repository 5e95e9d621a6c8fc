package dev.kcm.apiserver.access;

import dev.kcm.base.x509.KeyedCertificate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One request, and who sends it.
///
/// @param line method, target and protocol, as on the wire
record AccessCase(String name, String line, List<String> headers, String body, Optional<KeyedCertificate> certificate) {

    static AccessCase get(String name, String path) {
        return of(name, "GET " + path + " HTTP/1.1");
    }

    static AccessCase of(String name, String line) {
        return new AccessCase(name, line, List.of("Host: localhost"), "", Optional.empty());
    }

    static AccessCase post(String name, String path, String body) {
        return of(name, "POST " + path + " HTTP/1.1")
                .header("Content-Type", "application/json")
                .header("Content-Length", Integer.toString(body.length()))
                .body(body);
    }

    AccessCase header(String header, String value) {
        var more = new ArrayList<>(headers);
        more.add(header + ": " + value);
        return new AccessCase(name, line, more, body, certificate);
    }

    AccessCase withoutHost() {
        return new AccessCase(name, line, headers.subList(1, headers.size()), body, certificate);
    }

    AccessCase bearer(String token) {
        return header("Authorization", "Bearer " + token);
    }

    AccessCase showing(KeyedCertificate shown) {
        return new AccessCase(name, line, headers, body, Optional.of(shown));
    }

    AccessCase body(String text) {
        return new AccessCase(name, line, headers, text, certificate);
    }

    byte[] bytes() {
        var end = headers.stream().anyMatch(header -> header.startsWith("Connection:")) ? "" : "Connection: close\r\n";
        return (line + "\r\n" + String.join("\r\n", headers) + "\r\n" + end + "\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
