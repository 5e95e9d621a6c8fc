package dev.kcm.client.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// The body of one response. Knows when it has been read to its end, after which the connection may
/// serve another request. Closing it decides nothing about the connection; the response does.
abstract class Body extends InputStream {
    private boolean isAtEnd;

    static Body framed(ResponseHead.Framing framing, WireInput in) {
        return switch (framing) {
            case ResponseHead.Framing.Length(var bytes) -> new OfLength(in, bytes);
            case ResponseHead.Framing.Chunked() -> new Chunked(in);
            case ResponseHead.Framing.UntilClose() -> new UntilClose(in);
        };
    }

    boolean isAtEnd() {
        return isAtEnd;
    }

    final void end() {
        isAtEnd = true;
    }

    /// Bytes still to come, or -1 when nobody knows.
    abstract long expected();

    /// At least one byte into `into`; calls [#end] once the last byte is out, and returns -1 after.
    abstract int more(byte[] into, int offset, int length) throws IOException;

    @Override
    public final int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        return isAtEnd ? -1 : more(into, offset, length);
    }

    @Override
    public final int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    static EOFException cutShort() {
        return new EOFException("The server closed the connection in the middle of a response");
    }

    private static final class OfLength extends Body {
        private final WireInput in;
        private long left;

        OfLength(WireInput in, long length) {
            this.in = in;
            this.left = length;
            if (length == 0) {
                end();
            }
        }

        @Override
        long expected() {
            return left;
        }

        @Override
        int more(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, (int) Math.min(length, left));
            if (read < 0) {
                throw cutShort();
            }
            left -= read;
            if (left == 0) {
                end();
            }
            return read;
        }
    }

    private static final class UntilClose extends Body {
        private final WireInput in;

        UntilClose(WireInput in) {
            this.in = in;
        }

        @Override
        long expected() {
            return -1;
        }

        @Override
        int more(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            if (read < 0) {
                end();
            }
            return read;
        }
    }

    private static final class Chunked extends Body {
        private static final int MOST_TRAILERS = 64;
        private static final int MOST_SIZE_DIGITS = 15;

        private final WireInput in;
        private long left;

        Chunked(WireInput in) {
            this.in = in;
        }

        @Override
        long expected() {
            return -1;
        }

        @Override
        int more(byte[] into, int offset, int length) throws IOException {
            if (left == 0) {
                left = size(in.line());
                if (left == 0) {
                    skipTrailers();
                    end();
                    return -1;
                }
            }
            int read = in.read(into, offset, (int) Math.min(length, left));
            if (read < 0) {
                throw cutShort();
            }
            left -= read;
            if (left == 0 && !in.line().isEmpty()) {
                throw new HttpProtocolException("a chunk longer than it said");
            }
            return read;
        }

        private static long size(String line) throws HttpProtocolException {
            int digits = 0;
            while (digits < line.length() && Character.digit(line.charAt(digits), 16) >= 0) {
                digits++;
            }
            var rest = line.substring(digits).stripLeading();
            if (digits == 0 || digits > MOST_SIZE_DIGITS || !(rest.isEmpty() || rest.startsWith(";"))) {
                throw new HttpProtocolException("a chunk of size \"" + line + "\"");
            }
            return Long.parseLong(line, 0, digits, 16);
        }

        private void skipTrailers() throws IOException {
            for (int i = 0; i < MOST_TRAILERS; i++) {
                if (in.line().isEmpty()) {
                    return;
                }
            }
            throw new HttpProtocolException("trailers without end");
        }
    }
}
