package dev.kcm.model.wire;

import dev.kcm.model.value.Bytes;
import dev.kcm.model.value.IntOrString;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.value.RawJson;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Reads protobuf as upstream writes it, out of one byte array. The reader stands inside one
/// message at a time: [#tag()] gives the next field until it returns 0 at the message's end,
/// [#enter()] and [#leave(int)] bracket a nested message.
///
/// Bytes that make no sense throw [ProtoException]. Not thread-safe.
public final class ProtoReader {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;
    private static final int FIXED32 = 5;

    private final byte[] source;
    private final Pool pool;
    private final boolean keepsManagedFields;
    private int position;
    private int limit;

    private ProtoReader(byte[] source, int from, int to, Pool pool, boolean keepsManagedFields) {
        if (from < 0 || from > to || to > source.length) {
            throw new IndexOutOfBoundsException(
                    "%d..%d of %d bytes".formatted(from, to, source.length));
        }
        this.source = source;
        this.pool = pool;
        this.keepsManagedFields = keepsManagedFields;
        this.position = from;
        this.limit = to;
    }

    /// Reads everything, managedFields included. The array must not change meanwhile.
    public static ProtoReader of(byte[] message) {
        return of(message, 0, message.length);
    }

    public static ProtoReader of(byte[] source, int from, int to) {
        return new ProtoReader(source, from, to, Pool.shared(), true);
    }

    /// The same bytes read for a cache: without managedFields.
    public ProtoReader withoutManagedFields() {
        return new ProtoReader(source, position, limit, pool, false);
    }

    public ProtoReader sharing(Pool other) {
        return new ProtoReader(source, position, limit, other, keepsManagedFields);
    }

    public boolean keepsManagedFields() {
        return keepsManagedFields;
    }

    /// The next field's number and wire type, `number << 3 | type`; 0 at the end of the message.
    public int tag() {
        if (position >= limit) {
            return 0;
        }
        int tag = int32();
        if (tag >>> 3 == 0) {
            throw new ProtoException("field number 0 at byte " + position);
        }
        return tag;
    }

    /// False at the end of the message, or of a packed list entered like one.
    public boolean hasMore() {
        return position < limit;
    }

    public int int32() {
        return (int) int64();
    }

    public long int64() {
        if (position < limit && source[position] >= 0) {
            return source[position++];
        }
        return longVarint();
    }

    public boolean bool() {
        return int64() != 0;
    }

    public double float64() {
        need(8);
        long bits = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            bits |= (source[position++] & 0xFFL) << shift;
        }
        return Double.longBitsToDouble(bits);
    }

    public String string() {
        int length = length();
        int from = position;
        position += length;
        return pool.text(source, from, position);
    }

    public Bytes bytes() {
        int length = length();
        position += length;
        return Bytes.wrap(Arrays.copyOfRange(source, position - length, position));
    }

    /// Steps into the message whose length comes next; give the result to [#leave(int)].
    public int enter() {
        int length = length();
        int outer = limit;
        limit = position + length;
        return outer;
    }

    /// Steps out, past whatever was not read.
    public void leave(int outer) {
        position = limit;
        limit = outer;
    }

    /// Where the reader stands; at the start of a message the mark for [#remember].
    public int position() {
        return position;
    }

    /// The message of this type made before from the same bytes as the one just entered, or null.
    public @Nullable Object known(Class<?> type) {
        return pool.known(type, source, position, limit);
    }

    /// Keeps the message just read, which started at `mark`, for the next that has its bytes.
    public void remember(Class<?> type, int mark, Object value) {
        pool.remember(type, source, mark, limit, value);
    }

    /// Passes over the value of a field nobody wants.
    public void skip(int tag) {
        switch (tag & 7) {
            case VARINT -> int64();
            case FIXED64 -> advance(8);
            case DELIMITED -> advance(length());
            case FIXED32 -> advance(4);
            default ->
                    throw new ProtoException(
                            "wire type %d at byte %d".formatted(tag & 7, position));
        }
    }

    /// A Time in seconds since 1970; [Times#ABSENT] for Go's zero time.
    public long seconds() {
        int outer = enter();
        long seconds = position == limit ? Times.ABSENT : 0;
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == (1 << 3 | VARINT)) {
                seconds = int64();
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return seconds == Times.GO_ZERO_SECONDS ? Times.ABSENT : seconds;
    }

    /// A Time as a value of its own.
    public Instant instant() {
        return Times.ofSeconds(seconds()).orElse(Times.ZERO);
    }

    /// A MicroTime in microseconds since 1970; [Times#ABSENT] for Go's zero time.
    public long micros() {
        int outer = enter();
        long seconds = position == limit ? Times.GO_ZERO_SECONDS : 0;
        long nanos = 0;
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case 1 << 3 | VARINT -> seconds = int64();
                case 2 << 3 | VARINT -> nanos = int32();
                default -> skip(tag);
            }
        }
        leave(outer);
        return seconds == Times.GO_ZERO_SECONDS && nanos == 0
                ? Times.ABSENT
                : seconds * 1_000_000 + nanos / 1000;
    }

    /// A Duration in nanoseconds.
    public long duration() {
        int outer = enter();
        long nanos = 0;
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == (1 << 3 | VARINT)) {
                nanos = int64();
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return nanos;
    }

    public Quantity quantity() {
        int outer = enter();
        Object known = known(Quantity.class);
        if (known != null) {
            leave(outer);
            return (Quantity) known;
        }
        int mark = position;
        String text = "0";
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == (1 << 3 | DELIMITED)) {
                text = string();
            } else {
                skip(tag);
            }
        }
        Quantity quantity;
        try {
            quantity = Quantity.parse(text);
        } catch (NumberFormatException e) {
            throw new ProtoException(e.getMessage());
        }
        remember(Quantity.class, mark, quantity);
        leave(outer);
        return quantity;
    }

    public IntOrString intOrString() {
        int outer = enter();
        Object known = known(IntOrString.class);
        if (known != null) {
            leave(outer);
            return (IntOrString) known;
        }
        int mark = position;
        long type = 0;
        int number = 0;
        String text = "";
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case 1 << 3 | VARINT -> type = int64();
                case 2 << 3 | VARINT -> number = int32();
                case 3 << 3 | DELIMITED -> text = string();
                default -> skip(tag);
            }
        }
        IntOrString value = type == 0 ? IntOrString.of(number) : IntOrString.of(text);
        remember(IntOrString.class, mark, value);
        leave(outer);
        return value;
    }

    /// A message that only wraps JSON bytes.
    public RawJson rawJson() {
        int outer = enter();
        RawJson json = RawJson.EMPTY;
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == (1 << 3 | DELIMITED)) {
                int length = length();
                json = RawJson.wrap(Arrays.copyOfRange(source, position, position + length));
                position += length;
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return json;
    }

    /// A message that only wraps a list of texts.
    public List<String> texts() {
        int outer = enter();
        List<String> texts = Lists.nil();
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == (1 << 3 | DELIMITED)) {
                texts = Lists.add(texts, string());
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return Lists.frozen(texts);
    }

    /// `sofar` with the map entry read that comes next.
    public Map<String, String> textEntry(Map<String, String> sofar) {
        int outer = enter();
        String key = "";
        String value = "";
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case 1 << 3 | DELIMITED -> key = string();
                case 2 << 3 | DELIMITED -> value = string();
                default -> skip(tag);
            }
        }
        leave(outer);
        return Maps.put(sofar, key, value);
    }

    public Map<String, Quantity> quantityEntry(Map<String, Quantity> sofar) {
        int outer = enter();
        String key = "";
        Quantity value = Quantity.ZERO;
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case 1 << 3 | DELIMITED -> key = string();
                case 2 << 3 | DELIMITED -> value = quantity();
                default -> skip(tag);
            }
        }
        leave(outer);
        return Maps.put(sofar, key, value);
    }

    public Map<String, Bytes> bytesEntry(Map<String, Bytes> sofar) {
        int outer = enter();
        String key = "";
        Bytes value = Bytes.EMPTY;
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case 1 << 3 | DELIMITED -> key = string();
                case 2 << 3 | DELIMITED -> value = bytes();
                default -> skip(tag);
            }
        }
        leave(outer);
        return Maps.put(sofar, key, value);
    }

    public Map<String, List<String>> textsEntry(Map<String, List<String>> sofar) {
        int outer = enter();
        String key = "";
        List<String> value = Lists.nil();
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case 1 << 3 | DELIMITED -> key = string();
                case 2 << 3 | DELIMITED -> value = texts();
                default -> skip(tag);
            }
        }
        leave(outer);
        return Maps.put(sofar, key, value);
    }

    private int length() {
        long length = int64();
        if (length < 0 || length > limit - position) {
            throw new ProtoException(
                    "a length of %d at byte %d, where only %d bytes remain"
                            .formatted(length, position, limit - position));
        }
        return (int) length;
    }

    private void advance(int bytes) {
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
