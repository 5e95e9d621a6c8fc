package dev.kcm.base.x509;

import java.util.Arrays;

/// Reads DER elements one after the other, in the order in which they stand. What is not of definite length, or longer
/// than what is around it, is refused.
final class DerReader {
    static final int INTEGER = 0x02;
    static final int IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private static final int LONG_FORM = 0x80;
    private static final int LONGEST_LENGTH = 3;

    private final byte[] bytes;
    private final int end;
    private int position;

    private DerReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.position = from;
        this.end = end;
    }

    static DerReader of(byte[] bytes) {
        return new DerReader(bytes, 0, bytes.length);
    }

    boolean hasMore() {
        return position < end;
    }

    /// The tag of the next element.
    int tag() {
        require(position < end, "ends too early");
        return bytes[position] & 0xff;
    }

    /// The elements inside the next one, which must have this tag.
    DerReader inside(int tag) {
        require(tag() == tag, "has tag %d where %d is due".formatted(tag(), tag));
        return next();
    }

    /// What the next element holds, whatever it is.
    byte[] content() {
        var inside = next();
        return Arrays.copyOfRange(bytes, inside.position, inside.end);
    }

    /// The whole next element.
    byte[] element() {
        int from = position;
        return Arrays.copyOfRange(bytes, from, next().end);
    }

    void skip() {
        next();
    }

    private DerReader next() {
        int at = position + 1;
        require(at < end, "ends too early");
        int length = bytes[at++] & 0xff;
        if (length >= LONG_FORM) {
            int count = length - LONG_FORM;
            require(count > 0 && count <= LONGEST_LENGTH && count <= end - at, "has no definite length");
            length = 0;
            for (int i = 0; i < count; i++) {
                length = (length << Byte.SIZE) | (bytes[at++] & 0xff);
            }
        }
        require(length <= end - at, "is longer than what is around it");
        position = at + length;
        return new DerReader(bytes, at, position);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("not DER: an element " + problem);
        }
    }
}
