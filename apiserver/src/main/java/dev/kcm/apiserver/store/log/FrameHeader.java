package dev.kcm.apiserver.store.log;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/// What stands before the content of a frame. The header has a checksum of its own, so that a length is never
/// believed that was not written, and names its offset, so that bytes from elsewhere are never taken for a frame of
/// this place. Frames begin and end with a byte that is not zero, so that a sector with part of one is never taken
/// for one that was not written.
///
/// @param length of the content
/// @param checksum of the content
record FrameHeader(long offset, int length, int checksum) {
    /// Bytes before the content.
    static final int LENGTH = 1 + Long.BYTES + 3 * Integer.BYTES;

    /// The byte that follows the content.
    static final byte LAST = 'z';

    private static final byte FIRST = 'a';
    private static final int CHECKED = LENGTH - Integer.BYTES;

    static FrameHeader of(long offset, byte[] content, int from, int length) {
        return new FrameHeader(offset, length, sum(content, from, length));
    }

    void write(ByteBuffer into) {
        int start = into.position();
        into.put(FIRST).putLong(offset).putInt(length).putInt(checksum);
        into.putInt(sum(into.array(), start, CHECKED));
    }

    /// The header of a frame at `offset`, if that is what the bytes are.
    static Optional<FrameHeader> read(byte[] bytes, int from, long offset) {
        var buffer = ByteBuffer.wrap(bytes, from, LENGTH);
        if (buffer.get() != FIRST || buffer.getLong() != offset) {
            return Optional.empty();
        }
        var header = new FrameHeader(offset, buffer.getInt(), buffer.getInt());
        return buffer.getInt() == sum(bytes, from, CHECKED) && header.length >= 0
                ? Optional.of(header)
                : Optional.empty();
    }

    /// @param content with the byte that follows it
    boolean fits(byte[] content) {
        return content[length] == LAST && checksum == sum(content, 0, length);
    }

    long end() {
        return offset + LENGTH + length + 1;
    }

    private static int sum(byte[] bytes, int from, int length) {
        var sum = new CRC32C();
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }
}
