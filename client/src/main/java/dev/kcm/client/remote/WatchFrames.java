package dev.kcm.client.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Cuts a watch's body into messages: a length and so many bytes for protobuf, lines for JSON. A
/// message's bytes are valid until the next is read.
final class WatchFrames {
    private static final int LONGEST = 64 * 1024 * 1024;
    private static final int USUAL_SIZE = 16 * 1024;
    private static final String CUT_OFF = "The watch was cut off in the middle of a message";

    private final InputStream in;
    private final boolean isBinary;
    private byte[] buffer = new byte[USUAL_SIZE];
    private int length;

    /// Bytes of JSON read beyond the last line.
    private byte[] ahead = new byte[USUAL_SIZE];

    private int aheadStart;
    private int aheadEnd;

    WatchFrames(InputStream in, boolean isBinary) {
        this.in = in;
        this.isBinary = isBinary;
    }

    byte[] buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    /// Whether part of another message was read along with the last.
    boolean hasBegun() {
        return aheadStart < aheadEnd;
    }

    /// Whether there is another message; the stream's end between two is a proper end.
    boolean next() throws IOException {
        if (buffer.length > 64 * USUAL_SIZE) {
            buffer = new byte[USUAL_SIZE]; // one huge object must not cost memory for hours
        }
        return isBinary ? nextFrame() : nextLine();
    }

    private boolean nextFrame() throws IOException {
        int head = in.readNBytes(buffer, 0, 4);
        if (head == 0) {
            return false;
        }
        requireAll(head, 4);
        int size = (buffer[0] & 0xff) << 24 | (buffer[1] & 0xff) << 16 | (buffer[2] & 0xff) << 8 | (buffer[3] & 0xff);
        requireSane(size);
        buffer = WireBytes.read(in, buffer, size, CUT_OFF);
        length = size;
        return true;
    }

    private boolean nextLine() throws IOException {
        length = 0;
        while (true) {
            for (int i = aheadStart; i < aheadEnd; i++) {
                if (ahead[i] == '\n') {
                    append(i);
                    aheadStart = i + 1;
                    if (length > 0) {
                        return true;
                    }
                    i = aheadStart - 1; // an empty line
                }
            }
            append(aheadEnd);
            aheadStart = 0;
            aheadEnd = in.read(ahead, 0, ahead.length);
            if (aheadEnd < 0) {
                aheadEnd = 0;
                requireAll(0, length);
                return false;
            }
        }
    }

    private void append(int end) throws IOException {
        int count = end - aheadStart;
        requireSane(length + count);
        if (length + count > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(length + count, 2 * buffer.length));
        }
        System.arraycopy(ahead, aheadStart, buffer, length, count);
        length += count;
    }

    private static void requireAll(int read, int wanted) throws EOFException {
        if (read < wanted) {
            throw new EOFException(CUT_OFF);
        }
    }

    private static void requireSane(int size) throws IOException {
        if (size < 0 || size > LONGEST) {
            throw new IOException("The watch has a message of " + size + " bytes");
        }
    }
}
