package dev.kcm.client.http;

import java.nio.charset.StandardCharsets;

/// One request as it goes over the wire. `target` is path and query, percent-encoded; `headers` has
/// everything but `Content-Length`.
public record HttpRequest(String method, String target, HeaderBlock headers, byte[] body) {
    public static final byte[] NO_BODY = new byte[0];

    private static final byte[] VERSION = " HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END_OF_LINE = {'\r', '\n'};

    public HttpRequest {
        if (!target.startsWith("/") || !isVisibleAscii(target)) {
            throw new IllegalArgumentException("Not a request target: " + target);
        }
    }

    public static HttpRequest get(String target, HeaderBlock headers) {
        return new HttpRequest("GET", target, headers, NO_BODY);
    }

    /// Whether sending it twice does no harm, so that a kept-alive connection which turns out to be
    /// dead may be replaced without anyone noticing.
    boolean isSafe() {
        return method.equals("GET") || method.equals("HEAD");
    }

    byte[] head() {
        var length = body.length > 0 || !isSafe() ? Integer.toString(body.length) : "";
        var lines = headers.bytes();
        var out = new byte
                [method.length()
                        + 1
                        + target.length()
                        + VERSION.length
                        + lines.length
                        + (length.isEmpty() ? 0 : LENGTH.length + length.length() + 2)
                        + 2];
        int position = put(method, out, 0);
        out[position++] = ' ';
        position = put(target, out, position);
        position = put(VERSION, out, position);
        position = put(lines, out, position);
        if (!length.isEmpty()) {
            position = put(LENGTH, out, position);
            position = put(length, out, position);
            position = put(END_OF_LINE, out, position);
        }
        put(END_OF_LINE, out, position);
        return out;
    }

    private static int put(byte[] part, byte[] out, int position) {
        System.arraycopy(part, 0, out, position, part.length);
        return position + part.length;
    }

    private static int put(String ascii, byte[] out, int position) {
        for (int i = 0; i < ascii.length(); i++) {
            out[position + i] = (byte) ascii.charAt(i);
        }
        return position + ascii.length();
    }

    private static boolean isVisibleAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }
}
