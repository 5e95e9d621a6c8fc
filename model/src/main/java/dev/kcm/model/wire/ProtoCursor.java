package dev.kcm.model.wire;

import dev.kcm.model.json.JsonReader;

/// A place in an array of protobuf bytes, inside one message at a time: tags, numbers and lengths,
/// and the way into and out of nested messages. What values mean is [ProtoReader]'s to know.
abstract sealed class ProtoCursor permits ProtoReader {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    static final int FIXED32 = 5;
    private static final int GROUP_START = 3;
    private static final int GROUP_END = 4;

    /// Messages may be nested so deep, as values in JSON may: types that hold themselves are read by methods that call
    /// themselves.
    private static final int DEEPEST = JsonReader.DEEPEST;

    final byte[] source;
    int position;
    int limit;
    int tagStart;
    private int depth;

    ProtoCursor(byte[] source, int from, int to) {
        if (from < 0 || from > to || to > source.length) {
            throw new IndexOutOfBoundsException("%d..%d of %d bytes".formatted(from, to, source.length));
        }
        this.source = source;
        this.position = from;
        this.limit = to;
    }

    /// The next field's number and wire type, `number << 3 | type`; 0 at the end of the message.
    public final int tag() {
        if (position >= limit) {
            return 0;
        }
        tagStart = position;
        int tag = int32();
        if (tag >>> 3 == 0) {
            throw new ProtoException("field number 0 at byte " + tagStart);
        }
        return tag;
    }

    /// True, with the tag read, if the next field has this tag too.
    public final boolean another(int tag) {
        int before = position;
        if (position < limit && int32() == tag) {
            return true;
        }
        position = before;
        return false;
    }

    /// False at the end of the message, or of a packed list entered like one.
    public final boolean hasMore() {
        return position < limit;
    }

    public final int int32() {
        return (int) int64();
    }

    public final long int64() {
        if (position < limit && source[position] >= 0) {
            return source[position++];
        }
        return longVarint();
    }

    public final boolean bool() {
        return int64() != 0;
    }

    public final double float64() {
        need(8);
        long bits = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            bits |= (source[position++] & 0xFFL) << shift;
        }
        return Double.longBitsToDouble(bits);
    }

    /// Steps into the message whose length comes next; give the result to [#leave(int)].
    public final int enter() {
        int length = length();
        if (++depth > DEEPEST) {
            throw new ProtoException("exceeded max depth");
        }
        int outer = limit;
        limit = position + length;
        return outer;
    }

    /// Steps out, past whatever was not read.
    public final void leave(int outer) {
        position = limit;
        limit = outer;
        depth--;
    }

    /// Passes over the value of a field nobody wants.
    public final void skip(int tag) {
        switch (tag & 7) {
            case VARINT -> int64();
            case FIXED64 -> advance(8);
            case DELIMITED -> advance(length());
            case FIXED32 -> advance(4);
            case GROUP_START -> skipGroup();
            default -> throw new ProtoException("wire type %d at byte %d".formatted(tag & 7, tagStart));
        }
    }

    /// Groups are older than nested messages; nobody writes them, and every reader passes over them.
    private void skipGroup() {
        for (int open = 1; open > 0; ) {
            int tag = tag();
            if (tag == 0) {
                throw new ProtoException("a group without an end at byte " + limit);
            }
            switch (tag & 7) {
                case GROUP_START -> open++;
                case GROUP_END -> open--;
                default -> skip(tag);
            }
        }
    }

    final int length() {
        long length = int64();
        if (length < 0 || length > limit - position) {
            throw new ProtoException("a length of %d at byte %d, where only %d bytes remain"
                    .formatted(length, position, limit - position));
        }
        return (int) length;
    }

    final void advance(int bytes) {
        need(bytes);
        position += bytes;
    }

    private void need(int bytes) {
        if (bytes > limit - position) {
            throw new ProtoException("the message is cut off at byte " + limit);
        }
    }

    private long longVarint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            need(1);
            byte next = source[position++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new ProtoException("a number of more than 64 bits at byte " + position);
    }
}
