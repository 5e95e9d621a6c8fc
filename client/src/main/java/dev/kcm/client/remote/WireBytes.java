package dev.kcm.client.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads as many bytes as a length before them says. Memory is taken as they come: a length alone costs nothing.
final class WireBytes {
    private static final int FIRST_STEP = 256 * 1024;

    private WireBytes() {}

    /// Fills the start of `buffer`, or of a larger one if it is too small; returns the one it filled.
    ///
    /// @throws EOFException with this text if the stream ends before
    static byte[] read(InputStream in, byte[] buffer, int size, String cutShort) throws IOException {
        var filled = buffer;
        for (int read = 0; read < size; ) {
            if (read == filled.length) {
                filled = Arrays.copyOf(filled, Math.min(size, Math.max(2 * read, FIRST_STEP)));
            }
            int wanted = Math.min(size, filled.length) - read;
            int count = in.readNBytes(filled, read, wanted);
            read += count;
            if (count < wanted) {
                throw new EOFException(cutShort);
            }
        }
        return filled;
    }
}
