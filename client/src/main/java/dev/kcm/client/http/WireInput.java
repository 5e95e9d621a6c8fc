package dev.kcm.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The reading side of one connection: response heads, chunk lines and plain bytes out of one
/// buffer. Owned by the thread that has the connection.
final class WireInput {
    private static final int USUAL_SIZE = 8 * 1024;
    private static final int LONGEST_CHUNK_LINE = 4 * 1024;

    private final InputStream in;
    private final int longestHead;
    private byte[] buffer = new byte[USUAL_SIZE];
    private int start;
    private int end;

    WireInput(InputStream in, int longestHead) {
        this.in = in;
        this.longestHead = longestHead;
    }

    /// Whether bytes have arrived that nobody has taken.
    boolean hasBuffered() {
        return start < end;
    }

    /// A status line with its headers, less the empty line that ends them.
    byte[] head() throws IOException {
        int scanned = start;
        while (true) {
            for (int i = Math.max(scanned, start + 3); i < end; i++) {
                if (buffer[i] == '\n' && buffer[i - 1] == '\r' && buffer[i - 2] == '\n' && buffer[i - 3] == '\r') {
                    var head = Arrays.copyOfRange(buffer, start, i - 1);
                    start = i + 1;
                    shrink();
                    return head;
                }
            }
            int seen = end - start;
            if (seen >= longestHead) {
                throw new HttpProtocolException("headers of more than " + longestHead + " bytes");
            }
            fillMore("the headers", longestHead);
            scanned = start + seen;
        }
    }

    /// A line of the chunked framing, less its CR LF.
    String line() throws IOException {
        int scanned = start;
        while (true) {
            for (int i = scanned; i < end; i++) {
                if (buffer[i] == '\n') {
                    return takeLine(i);
                }
            }
            int seen = end - start;
            if (seen >= LONGEST_CHUNK_LINE) {
                throw new HttpProtocolException("a chunk line without end");
            }
            fillMore("a chunk line", LONGEST_CHUNK_LINE);
            scanned = start + seen;
        }
    }

    private String takeLine(int newline) throws HttpProtocolException {
        if (newline == start || buffer[newline - 1] != '\r') {
            throw new HttpProtocolException("a chunk line that does not end with CR LF");
        }
        var line = new String(buffer, start, newline - 1 - start, StandardCharsets.ISO_8859_1);
        start = newline + 1;
        return line;
    }

    /// As [InputStream#read(byte[], int, int)].
    int read(byte[] into, int offset, int length) throws IOException {
        if (start == end) {
            if (length >= buffer.length) {
                return in.read(into, offset, length);
            }
            start = 0;
            end = 0;
            int read = in.read(buffer, 0, buffer.length);
            if (read <= 0) {
                return read;
            }
            end = read;
        }
        int count = Math.min(length, end - start);
        System.arraycopy(buffer, start, into, offset, count);
        start += count;
        return count;
    }

    /// Reads more behind what is buffered, which `most` bounds.
    private void fillMore(String what, int most) throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (end == buffer.length) {
            if (start > 0) {
                System.arraycopy(buffer, start, buffer, 0, end - start);
                end -= start;
                start = 0;
            } else {
                buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, most + USUAL_SIZE));
            }
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            throw new EOFException(
                    "The server closed the connection " + (start == end ? "before " : "in the middle of ") + what);
        }
        end += read;
    }

    /// A connection lives for hours; one long head must not cost it memory for as long.
    private void shrink() {
        if (buffer.length > USUAL_SIZE && end - start <= USUAL_SIZE) {
            buffer = Arrays.copyOf(Arrays.copyOfRange(buffer, start, end), USUAL_SIZE);
            end -= start;
            start = 0;
        }
    }
}
