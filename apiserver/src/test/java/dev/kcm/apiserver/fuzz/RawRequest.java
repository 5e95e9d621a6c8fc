package dev.kcm.apiserver.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// A request as bytes, so that it can be wrong in ways no client allows.
///
/// @param mustBeRefused whether it is wrong for certain; others may happen to be good
record RawRequest(String method, String path, Map<String, String> headers, byte[] body, boolean mustBeRefused) {
    private static final int PATIENCE_MILLIS = 10_000;

    static RawRequest of(String method, String path, String contentType, byte[] body) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", contentType);
        return new RawRequest(method, path, headers, body, false);
    }

    static RawRequest get(String path) {
        return new RawRequest("GET", path, new LinkedHashMap<>(), new byte[0], false);
    }

    RawRequest with(String header, String value) {
        var changed = new LinkedHashMap<>(headers);
        changed.put(header, value);
        return new RawRequest(method, path, changed, body, mustBeRefused);
    }

    RawRequest toBeRefused() {
        return new RawRequest(method, path, headers, body, true);
    }

    /// Sends it on a connection of its own and returns the status code, 0 if the server hung up
    /// without one.
    ///
    /// @throws java.net.SocketTimeoutException if the server does not answer
    int send(int port, String token) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(bytes(token));
                socket.getOutputStream().flush();
            } catch (IOException hungUp) {
                // the server may refuse before it has read everything; its answer counts
            }
            return status(socket);
        }
    }

    private static int status(Socket socket) throws IOException {
        var line = new ByteArrayOutputStream();
        try {
            var in = socket.getInputStream();
            for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
                line.write(each);
            }
        } catch (java.net.SocketTimeoutException hangs) {
            throw hangs;
        } catch (IOException hungUp) {
            return 0;
        }
        var words = line.toString(StandardCharsets.ISO_8859_1).split(" ", -1);
        return words.length > 1 && words[0].startsWith("HTTP/") ? Integer.parseInt(words[1]) : 0;
    }

    private byte[] bytes(String token) {
        var all = new LinkedHashMap<String, String>();
        all.put("Host", "127.0.0.1");
        all.put("Authorization", "Bearer " + token);
        all.put("Connection", "close");
        if (!method.equals("GET") || body.length > 0) {
            all.put("Content-Length", Integer.toString(body.length));
        }
        all.putAll(headers);
        var head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        all.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        var out = new ByteArrayOutputStream();
        out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        out.writeBytes(body);
        return out.toByteArray();
    }

    @Override
    public String toString() {
        var shown = new String(body, StandardCharsets.UTF_8);
        return "%s %s %s %s"
                .formatted(method, path, headers, shown.length() > 300 ? shown.substring(0, 300) + "…" : shown);
    }
}
