package dev.kcm.model.wire;

import dev.kcm.base.GoText;
import dev.kcm.model.value.Bytes;
import dev.kcm.model.value.IntOrString;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.value.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes protobuf with upstream's bytes: plain fields even when zero, absent pointers left out,
/// map entries by key.
///
/// It fills its buffer from the end, so that a message's length is known when its turn comes. Hence
/// fields are written highest number first. A tag is `number << 3 | wire type`. Not thread-safe.
public final class ProtoWriter {
    private static final int TEXT_1 = 1 << 3 | 2;
    private static final int TEXT_2 = 2 << 3 | 2;
    private static final int VARINT_1 = 1 << 3;
    private static final int VARINT_2 = 2 << 3;

    private byte[] buffer;
    private int start;

    public ProtoWriter() {
        this(1024);
    }

    public ProtoWriter(int expectedBytes) {
        this.buffer = new byte[Math.max(16, expectedBytes)];
        this.start = buffer.length;
    }

    /// What has been written, in reading order.
    public byte[] toBytes() {
        return Arrays.copyOfRange(buffer, start, buffer.length);
    }

    public int length() {
        return buffer.length - start;
    }

    public void int32(int tag, int value) {
        varint(value);
        varint(tag);
    }

    public void int32(int tag, @Nullable Integer value) {
        if (value != null) {
            int32(tag, value.intValue());
        }
    }

    public void int64(int tag, long value) {
        varint(value);
        varint(tag);
    }

    public void int64(int tag, @Nullable Long value) {
        if (value != null) {
            int64(tag, value.longValue());
        }
    }

    public void bool(int tag, boolean value) {
        put(value ? 1 : 0);
        varint(tag);
    }

    public void bool(int tag, @Nullable Boolean value) {
        if (value != null) {
            bool(tag, value.booleanValue());
        }
    }

    public void float64(int tag, @Nullable Double value) {
        if (value != null) {
            long bits = Double.doubleToRawLongBits(value);
            for (int shift = 56; shift >= 0; shift -= 8) {
                put((int) (bits >>> shift));
            }
            varint(tag);
        }
    }

    public void string(int tag, @Nullable String value) {
        if (value != null) {
            text(value);
            varint(tag);
        }
    }

    public void bytes(int tag, @Nullable Bytes value) {
        if (value != null) {
            int length = value.length();
            ensure(length);
            start -= length;
            value.buffer().get(buffer, start, length);
            varint(length);
            varint(tag);
        }
    }

    public void message(int tag, @Nullable Message value) {
        if (value != null) {
            int end = length();
            value.encode(this);
            close(tag, end);
        }
    }

    public void messages(int tag, List<? extends Message> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            message(tag, values.get(at));
        }
    }

    public void strings(int tag, List<String> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            string(tag, values.get(at));
        }
    }

    public void int32s(int tag, List<Integer> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            int32(tag, values.get(at));
        }
    }

    public void int64s(int tag, List<Long> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            int64(tag, values.get(at));
        }
    }

    public void bools(int tag, List<Boolean> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            bool(tag, values.get(at));
        }
    }

    /// A Time; an absent one is an empty message.
    public void seconds(int tag, long seconds) {
        int end = length();
        if (seconds != Times.ABSENT) {
            int32(VARINT_2, 0);
            int64(VARINT_1, seconds);
        }
        close(tag, end);
    }

    /// A pointer to a Time; an absent one is left out.
    public void optionalSeconds(int tag, long seconds) {
        if (seconds != Times.ABSENT) {
            seconds(tag, seconds);
        }
    }

    public void micros(int tag, long micros) {
        int end = length();
        if (micros != Times.ABSENT) {
            int32(VARINT_2, (int) (Math.floorMod(micros, 1_000_000L) * 1000));
            int64(VARINT_1, Math.floorDiv(micros, 1_000_000L));
        }
        close(tag, end);
    }

    public void optionalMicros(int tag, long micros) {
        if (micros != Times.ABSENT) {
            micros(tag, micros);
        }
    }

    public void duration(int tag, @Nullable Long nanos) {
        if (nanos != null) {
            int end = length();
            int64(VARINT_1, nanos.longValue());
            close(tag, end);
        }
    }

    public void quantity(int tag, @Nullable Quantity value) {
        if (value != null) {
            int end = length();
            string(TEXT_1, value.toString());
            close(tag, end);
        }
    }

    public void quantities(int tag, List<Quantity> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            quantity(tag, values.get(at));
        }
    }

    public void intOrString(int tag, @Nullable IntOrString value) {
        if (value == null) {
            return;
        }
        int end = length();
        boolean isText = value instanceof IntOrString.Text;
        string(3 << 3 | 2, value instanceof IntOrString.Text text ? text.value() : "");
        int32(VARINT_2, value instanceof IntOrString.Number number ? number.value() : 0);
        int64(VARINT_1, isText ? 1L : 0L);
        close(tag, end);
    }

    public void rawJson(int tag, @Nullable RawJson value) {
        if (value != null) {
            int end = length();
            if (!value.isEmpty()) {
                int length = value.length();
                ensure(length);
                start -= length;
                value.buffer().get(buffer, start, length);
                varint(length);
                varint(TEXT_1);
            }
            close(tag, end);
        }
    }

    public void rawJsons(int tag, List<RawJson> values) {
        for (int at = values.size() - 1; at >= 0; at--) {
            rawJson(tag, values.get(at));
        }
    }

    /// A message that only wraps a list of texts.
    public void texts(int tag, List<String> values) {
        if (!Lists.isNil(values)) {
            int end = length();
            strings(TEXT_1, values);
            close(tag, end);
        }
    }

    /// A map's entries: each a message of key and value.
    public void map(int tag, Map<String, ?> map) {
        Object[] entries = ((TextMap<?>) map).entries();
        for (int at = entries.length - 2; at >= 0; at -= 2) {
            int end = length();
            entryValue(entries[at + 1]);
            string(TEXT_1, (String) entries[at]);
            close(tag, end);
        }
    }

    /// Closes what began when [#length()] was `end`: its length and tag go in front.
    public void close(int tag, int end) {
        varint(length() - end);
        varint(tag);
    }

    /// Bytes as they are, with neither length nor tag.
    public void raw(byte[] content) {
        ensure(content.length);
        start -= content.length;
        System.arraycopy(content, 0, buffer, start, content.length);
    }

    private void entryValue(Object value) {
        switch (value) {
            case String text -> string(TEXT_2, text);
            case Quantity quantity -> quantity(TEXT_2, quantity);
            case Instant time -> seconds(TEXT_2, Times.seconds(time));
            case Bytes bytes -> bytes(TEXT_2, bytes);
            case RawJson json -> rawJson(TEXT_2, json);
            case Message message -> message(TEXT_2, message);
            case List<?> texts -> textList(texts);
            default -> throw new IllegalStateException("no map holds a " + value.getClass());
        }
    }

    private void textList(List<?> texts) {
        int end = length();
        for (int at = texts.size() - 1; at >= 0; at--) {
            string(TEXT_1, (String) texts.get(at));
        }
        close(TEXT_2, end);
    }

    private void text(String value) {
        int count = value.length();
        ensure(count);
        int at = start;
        for (int index = count - 1; index >= 0; index--) {
            char next = value.charAt(index);
            if (next >= 0x80) {
                byte[] encoded = GoText.withoutHalfPairs(value).getBytes(StandardCharsets.UTF_8);
                raw(encoded);
                varint(encoded.length);
                return;
            }
            buffer[at - count + index] = (byte) next;
        }
        start = at - count;
        varint(count);
    }

    private void varint(long value) {
        int size = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
        ensure(size);
        start -= size;
        int at = start;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            buffer[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[at] = (byte) rest;
    }

    private void put(int one) {
        ensure(1);
        buffer[--start] = (byte) one;
    }

    private void ensure(int more) {
        if (start < more) {
            int written = length();
            byte[] larger = new byte[Math.max(buffer.length * 2, written + more + 64)];
            System.arraycopy(buffer, start, larger, larger.length - written, written);
            start = larger.length - written;
            buffer = larger;
        }
    }
}
