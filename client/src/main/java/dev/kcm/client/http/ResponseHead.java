package dev.kcm.client.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Status and headers of one response, and what they say about the body that follows.
record ResponseHead(int status, boolean isVersionOneOne, Headers headers) {
    private static final int MOST_INTERIM_RESPONSES = 16;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int STATUS_LINE_LENGTH = "HTTP/1.1 200".length();

    /// How the body's end is known.
    sealed interface Framing {
        record Length(long bytes) implements Framing {}

        record Chunked() implements Framing {}

        record UntilClose() implements Framing {}
    }

    /// The next final response; interim ones (1xx) are skipped.
    static ResponseHead read(WireInput in) throws IOException {
        for (int i = 0; i < MOST_INTERIM_RESPONSES; i++) {
            var head = parse(in.head());
            if (head.status() == SWITCHING_PROTOCOLS) {
                throw new HttpProtocolException("it switches protocols, which nobody asked for");
            }
            if (head.status() >= 200) {
                return head;
            }
        }
        throw new HttpProtocolException("interim responses without end");
    }

    private static ResponseHead parse(byte[] head) throws HttpProtocolException {
        int lineEnd = 0;
        while (lineEnd < head.length && head[lineEnd] != '\n') {
            lineEnd++;
        }
        var headers = Headers.parse(Arrays.copyOfRange(head, lineEnd + 1, head.length));
        return new ResponseHead(status(head, lineEnd), head[7] == '1', headers);
    }

    /// `HTTP/1.x NNN`, then a space and whatever reason the server likes.
    private static int status(byte[] head, int lineEnd) throws HttpProtocolException {
        boolean isStatusLine = lineEnd > STATUS_LINE_LENGTH
                && head[0] == 'H'
                && head[1] == 'T'
                && head[2] == 'T'
                && head[3] == 'P'
                && head[4] == '/'
                && head[5] == '1'
                && head[6] == '.'
                && (head[7] == '0' || head[7] == '1')
                && head[8] == ' '
                && (head[12] == ' ' || head[12] == '\r');
        int status = 0;
        for (int i = 9; i < STATUS_LINE_LENGTH && isStatusLine; i++) {
            isStatusLine = head[i] >= '0' && head[i] <= '9';
            status = status * 10 + (head[i] - '0');
        }
        if (!isStatusLine || status < 100) {
            var line = new String(head, 0, Math.min(lineEnd, 80), StandardCharsets.ISO_8859_1);
            throw new HttpProtocolException("it begins with \"" + line.strip() + "\" (is this really an HTTPS port?)");
        }
        return status;
    }

    Framing framing(String method) throws HttpProtocolException {
        var encodings = headers.all("Transfer-Encoding");
        var lengths = headers.all("Content-Length");
        if (method.equals("HEAD") || status == 204 || status == 304) {
            return new Framing.Length(0);
        }
        if (!encodings.isEmpty()) {
            if (!lengths.isEmpty()) {
                throw new HttpProtocolException("both Content-Length and Transfer-Encoding");
            }
            if (encodings.size() > 1 || !encodings.getFirst().equalsIgnoreCase("chunked")) {
                throw new HttpProtocolException("Transfer-Encoding " + encodings);
            }
            return new Framing.Chunked();
        }
        if (lengths.isEmpty()) {
            return new Framing.UntilClose();
        }
        var length = lengths.getFirst();
        if (lengths.stream().anyMatch(other -> !other.equals(length))) {
            throw new HttpProtocolException("more than one Content-Length: " + lengths);
        }
        return new Framing.Length(decimal(length));
    }

    boolean keepsConnection() {
        boolean close = false;
        boolean keep = false;
        for (var value : headers.all("Connection")) {
            for (var option : value.split(",")) {
                close |= option.strip().equalsIgnoreCase("close");
                keep |= option.strip().equalsIgnoreCase("keep-alive");
            }
        }
        return !close && (isVersionOneOne || keep);
    }

    private static long decimal(String length) throws HttpProtocolException {
        if (length.isEmpty() || length.length() > 18 || !length.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new HttpProtocolException("Content-Length " + length);
        }
        return Long.parseLong(length);
    }
}
