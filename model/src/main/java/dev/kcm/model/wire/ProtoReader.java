package dev.kcm.model.wire;

import dev.kcm.model.value.Bytes;
import dev.kcm.model.value.IntOrString;
import dev.kcm.model.value.Quantity;
import dev.kcm.model.value.RawJson;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
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
    private static final int KEY = 1 << 3 | DELIMITED;
    private static final int VALUE = 2 << 3 | DELIMITED;

    private final byte[] source;
    private final Pool pool;
    private final boolean keepsManagedFields;
    private int position;
    private int limit;
    private int tagStart;
    private int lookedUp;
    private int lookedUpHash;

    /// Elements of the lists being read, innermost last.
    private @Nullable Object[] elements = new Object[16];

    private int elementCount;

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
        tagStart = position;
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

    /// Where the reader stands in its array.
    public int position() {
        return position;
    }

    /// The message of this type made before from the same bytes as the one just entered, or null.
    public @Nullable Object known(Class<?> type) {
        lookedUp = position;
        return known(type, false, position, limit);
    }

    /// What to give [#remember] once the message or list is read that was just not [#known] or not
    /// in [#knownList].
    public long mark() {
        return (long) lookedUpHash << 32 | lookedUp;
    }

    /// Keeps the message just read for the next that has its bytes.
    public void remember(Class<?> type, long mark, Object value) {
        remember(type, false, mark, limit, value);
    }

    private @Nullable Object known(Class<?> purpose, boolean isRun, int from, int to) {
        lookedUpHash = Pool.hashOf(purpose, source, from, to);
        return lookedUpHash == 0
                ? null
                : pool.known(lookedUpHash, purpose, isRun, source, from, to);
    }

    private void remember(Class<?> purpose, boolean isRun, long mark, int to, Object value) {
        int hash = (int) (mark >>> 32);
        if (hash != 0) {
            pool.remember(hash, purpose, isRun, source, (int) mark, to, value);
        }
    }

    /// An object equal to this one, shared by all that ask.
    public <T> T share(T value) {
        return pool.share(value);
    }

    /// A uid as an object holds it.
    public Object uid() {
        return CompactText.uid(ownString());
    }

    /// A resource version as an object holds it.
    public Object number() {
        return CompactText.number(ownString());
    }

    /// A text that no other object is likely to have.
    public String ownString() {
        int length = length();
        position += length;
        return new String(source, position - length, length, StandardCharsets.UTF_8);
    }

    /// The list made before from the same bytes as the run of fields with this tag which starts
    /// here, with the reader past it; else null, with the reader still on the first.
    @SuppressWarnings("unchecked")
    public <T> @Nullable List<T> knownList(int tag, Class<T> elementType) {
        return (List<T>) knownRun(tag, elementType);
    }

    /// How many elements wait for [#popList]; give it that number to get those pushed since.
    public int pushed() {
        return elementCount;
    }

    public void push(Object element) {
        if (elementCount == elements.length) {
            elements = Arrays.copyOf(elements, elementCount * 2);
        }
        elements[elementCount++] = element;
    }

    /// True, with the tag read, if the next field has this tag too.
    public boolean another(int tag) {
        int before = position;
        if (position < limit && int32() == tag) {
            return true;
        }
        position = before;
        return false;
    }

    /// An immutable list of what was pushed since [#pushed()] was `since`, shared with the next run
    /// of the same bytes.
    @SuppressWarnings("unchecked")
    public <T> List<T> popList(int since, long mark, Class<T> elementType) {
        Object[] popped = Arrays.copyOfRange(elements, since, elementCount);
        Arrays.fill(elements, since, elementCount, null);
        elementCount = since;
        List<T> list = (List<T>) List.of(popped);
        remember(elementType, true, mark, position, list);
        return list;
    }

    /// `sofar` and the run of texts with this tag.
    public List<String> strings(int tag, List<String> sofar) {
        List<String> known = knownList(tag, String.class);
        if (known == null) {
            long mark = mark();
            int since = pushed();
            do {
                push(string());
            } while (another(tag));
            known = popList(since, mark, String.class);
        }
        return Lists.joined(sofar, known);
    }

    private @Nullable Object knownRun(int tag, Class<?> purpose) {
        lookedUp = tagStart;
        int first = position;
        advance(length());
        while (another(tag)) {
            advance(length());
        }
        Object known = known(purpose, true, lookedUp, position);
        if (known == null) {
            position = first;
        }
        return known;
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
        long mark = mark();
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
            throw new ProtoException(String.valueOf(e.getMessage()));
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
        long mark = mark();
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

    /// `sofar` and the run of map entries with this tag.
    public Map<String, String> textMap(int tag, Map<String, String> sofar) {
        Map<String, String> known = knownMap(tag, String.class);
        if (known == null) {
            long mark = mark();
            known = Maps.nil();
            do {
                int outer = enter();
                String key = "";
                String value = "";
                for (int part = tag(); part != 0; part = tag()) {
                    switch (part) {
                        case KEY -> key = string();
                        case VALUE -> value = string();
                        default -> skip(part);
                    }
                }
                leave(outer);
                known = Maps.put(known, key, value);
            } while (another(tag));
            known = rememberedMap(mark, String.class, known);
        }
        return Maps.joined(sofar, known);
    }

    public Map<String, Quantity> quantityMap(int tag, Map<String, Quantity> sofar) {
        Map<String, Quantity> known = knownMap(tag, Quantity.class);
        if (known == null) {
            long mark = mark();
            known = Maps.nil();
            do {
                int outer = enter();
                String key = "";
                Quantity value = Quantity.ZERO;
                for (int part = tag(); part != 0; part = tag()) {
                    switch (part) {
                        case KEY -> key = string();
                        case VALUE -> value = quantity();
                        default -> skip(part);
                    }
                }
                leave(outer);
                known = Maps.put(known, key, value);
            } while (another(tag));
            known = rememberedMap(mark, Quantity.class, known);
        }
        return Maps.joined(sofar, known);
    }

    public Map<String, Bytes> bytesMap(int tag, Map<String, Bytes> sofar) {
        Map<String, Bytes> known = knownMap(tag, Bytes.class);
        if (known == null) {
            long mark = mark();
            known = Maps.nil();
            do {
                int outer = enter();
                String key = "";
                Bytes value = Bytes.EMPTY;
                for (int part = tag(); part != 0; part = tag()) {
                    switch (part) {
                        case KEY -> key = string();
                        case VALUE -> value = bytes();
                        default -> skip(part);
                    }
                }
                leave(outer);
                known = Maps.put(known, key, value);
            } while (another(tag));
            known = rememberedMap(mark, Bytes.class, known);
        }
        return Maps.joined(sofar, known);
    }

    public Map<String, List<String>> textsMap(int tag, Map<String, List<String>> sofar) {
        Map<String, List<String>> known = knownMap(tag, List.class);
        if (known == null) {
            long mark = mark();
            known = Maps.nil();
            do {
                int outer = enter();
                String key = "";
                List<String> value = Lists.nil();
                for (int part = tag(); part != 0; part = tag()) {
                    switch (part) {
                        case KEY -> key = string();
                        case VALUE -> value = texts();
                        default -> skip(part);
                    }
                }
                leave(outer);
                known = Maps.put(known, key, value);
            } while (another(tag));
            known = rememberedMap(mark, List.class, known);
        }
        return Maps.joined(sofar, known);
    }

    @SuppressWarnings("unchecked")
    private <V> @Nullable Map<String, V> knownMap(int tag, Class<?> valueType) {
        return knownRun(tag, valueType) instanceof Map<?, ?> map ? (Map<String, V>) map : null;
    }

    private <V> Map<String, V> rememberedMap(long mark, Class<?> valueType, Map<String, V> draft) {
        Map<String, V> map = pool.share(Maps.frozen(draft));
        remember(valueType, true, mark, position, map);
        return map;
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
