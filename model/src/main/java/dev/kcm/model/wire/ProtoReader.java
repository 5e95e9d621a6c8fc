package dev.kcm.model.wire;

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

/// Reads protobuf as upstream writes it, out of one byte array, and lets equal parts be one object.
/// The reader stands inside one message at a time: [#tag()] gives the next field until it returns 0
/// at the message's end, [#enter()] and [#leave(int)] bracket a nested message.
///
/// Bytes that make no sense throw [ProtoException]. Not thread-safe.
public final class ProtoReader extends ProtoCursor {
    private static final int NUMBER_1 = 1 << 3 | VARINT;
    private static final int NUMBER_2 = 2 << 3 | VARINT;
    private static final int CONTENT_1 = 1 << 3 | DELIMITED;
    private static final int CONTENT_2 = 2 << 3 | DELIMITED;
    private static final int CONTENT_3 = 3 << 3 | DELIMITED;

    /// Forms under which the pool knows what was read: a message, and by these more a list or a
    /// map.
    private static final int LIST = 1;

    private static final int MAP = 2;
    private static final int COMPLETE_MESSAGE = 0;
    private static final int MESSAGE_WITHOUT_MANAGED_FIELDS = 3;

    private final Pool pool;
    private final boolean keepsManagedFields;
    private final int messageForm;

    /// Where the bytes last looked up in the pool begin, and their hash.
    private int lookedUp;

    private int lookedUpHash;

    /// Elements of the lists being read, innermost last.
    private @Nullable Object[] elements = new Object[16];

    private int elementCount;

    private ProtoReader(byte[] source, int from, int to, Pool pool, boolean keepsManagedFields) {
        super(source, from, to);
        this.pool = pool;
        this.keepsManagedFields = keepsManagedFields;
        this.messageForm = keepsManagedFields ? COMPLETE_MESSAGE : MESSAGE_WITHOUT_MANAGED_FIELDS;
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

    /// A text, shared with others that have it.
    public String string() {
        int length = length();
        position += length;
        return pool.text(source, position - length, position);
    }

    /// A text that no other object is likely to have.
    public String ownString() {
        int length = length();
        position += length;
        return new String(source, position - length, length, StandardCharsets.UTF_8);
    }

    /// A uid as an object holds it.
    public Object uid() {
        return CompactText.uid(ownString());
    }

    /// A resource version as an object holds it.
    public Object number() {
        return CompactText.number(ownString());
    }

    public Bytes bytes() {
        return Bytes.wrap(content());
    }

    /// A Time in seconds since 1970; [Times#ABSENT] for Go's zero time.
    public long seconds() {
        int outer = enter();
        long seconds = hasMore() ? 0 : Times.ABSENT;
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == NUMBER_1) {
                seconds = int64();
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return seconds == Times.GO_ZERO_SECONDS || seconds == Times.ABSENT ? Times.ABSENT : Times.writable(seconds);
    }

    /// A Time as a value of its own.
    public Instant instant() {
        return Times.ofSeconds(seconds()).orElse(Times.ZERO);
    }

    /// A MicroTime in microseconds since 1970; [Times#ABSENT] for Go's zero time.
    public long micros() {
        int outer = enter();
        long seconds = hasMore() ? 0 : Times.GO_ZERO_SECONDS;
        long nanos = 0;
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case NUMBER_1 -> seconds = int64();
                case NUMBER_2 -> nanos = int32();
                default -> skip(tag);
            }
        }
        leave(outer);
        return seconds == Times.GO_ZERO_SECONDS && nanos == 0
                ? Times.ABSENT
                : Times.writable(seconds) * 1_000_000 + nanos / 1000;
    }

    /// A Duration in nanoseconds.
    public long duration() {
        int outer = enter();
        long nanos = 0;
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == NUMBER_1) {
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
            if (tag == CONTENT_1) {
                text = string();
            } else {
                skip(tag);
            }
        }
        Quantity quantity;
        try {
            quantity = Quantity.parse(text);
        } catch (NumberFormatException e) {
            throw new ProtoException("the quantity \"" + text + "\": " + e.getMessage());
        }
        remember(Quantity.class, mark, quantity);
        leave(outer);
        return quantity;
    }

    public IntOrString intOrString() {
        int outer = enter();
        long type = 0;
        int number = 0;
        String text = "";
        for (int tag = tag(); tag != 0; tag = tag()) {
            switch (tag) {
                case NUMBER_1 -> type = int64();
                case NUMBER_2 -> number = int32();
                case CONTENT_3 -> text = string();
                default -> skip(tag);
            }
        }
        leave(outer);
        return type == 0 ? IntOrString.of(number) : IntOrString.of(text);
    }

    /// A message that only wraps JSON bytes. What is no JSON counts as nothing: written as it came it would break, or
    /// forge, the document around it.
    public RawJson rawJson() {
        int outer = enter();
        RawJson json = RawJson.EMPTY;
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == CONTENT_1) {
                json = RawJson.wrap(content());
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return json.isValid() ? json : RawJson.EMPTY;
    }

    /// A message that only wraps a list of texts.
    public List<String> texts() {
        int outer = enter();
        List<String> texts = Lists.nil();
        for (int tag = tag(); tag != 0; tag = tag()) {
            if (tag == CONTENT_1) {
                texts = strings(tag, texts);
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return Lists.frozen(texts);
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

    /// `sofar` and the run of map entries with this tag; so for the other maps.
    public Map<String, String> textMap(int tag, Map<String, String> sofar) {
        return map(tag, String.class, sofar);
    }

    public Map<String, Quantity> quantityMap(int tag, Map<String, Quantity> sofar) {
        return map(tag, Quantity.class, sofar);
    }

    public Map<String, Bytes> bytesMap(int tag, Map<String, Bytes> sofar) {
        return map(tag, Bytes.class, sofar);
    }

    public Map<String, List<String>> textsMap(int tag, Map<String, List<String>> sofar) {
        return map(tag, List.class, sofar);
    }

    /// The same as this object, shared by all that ask.
    public <T extends Shareable> T share(T value) {
        return pool.share(value);
    }

    /// The same as this list of shared objects.
    public <T> List<T> shareList(List<T> list) {
        return pool.shareList(list);
    }

    /// The message of this type made before from the same bytes as the one just entered, or null.
    public @Nullable Object known(Class<?> type) {
        return known(type, messageForm, position, limit);
    }

    /// The list made before from the same bytes as the run of fields with this tag which starts
    /// here, with the reader past it; else null, with the reader still on the first.
    @SuppressWarnings("unchecked")
    public <T> @Nullable List<T> knownList(int tag, Class<T> elementType) {
        return (List<T>) knownRun(tag, elementType, messageForm + LIST);
    }

    /// What to give [#remember] or [#popList] once that is read which was just not known.
    public long mark() {
        return (long) lookedUpHash << 32 | lookedUp;
    }

    /// Keeps the message just read for the next that has its bytes.
    public void remember(Class<?> type, long mark, Object value) {
        remember(type, messageForm, mark, limit, value);
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

    /// An immutable list of what was pushed since [#pushed()] was `since`, kept for the next run of
    /// the same bytes.
    @SuppressWarnings("unchecked")
    public <T> List<T> popList(int since, long mark, Class<T> elementType) {
        Object[] popped = Arrays.copyOfRange(elements, since, elementCount);
        Arrays.fill(elements, since, elementCount, null);
        elementCount = since;
        List<T> list = (List<T>) List.of(popped);
        remember(elementType, messageForm + LIST, mark, position, list);
        return list;
    }

    /// Where the reader stands in its array.
    public int position() {
        return position;
    }

    @SuppressWarnings("unchecked")
    private <V> Map<String, V> map(int tag, Class<?> valueType, Map<String, V> sofar) {
        Map<String, V> run = (Map<String, V>) knownRun(tag, valueType, messageForm + MAP);
        if (run == null) {
            long mark = mark();
            Map<String, Object> draft = Maps.nil();
            do {
                draft = entry(valueType, draft);
            } while (another(tag));
            run = shared(valueType, (Map<String, V>) Maps.frozen(draft));
            remember(valueType, messageForm + MAP, mark, position, run);
        }
        return Maps.joined(sofar, run);
    }

    /// Only texts: equal quantities may be spelled differently.
    @SuppressWarnings("unchecked")
    private <V> Map<String, V> shared(Class<?> valueType, Map<String, V> map) {
        return valueType == String.class ? (Map<String, V>) pool.shareTexts((Map<String, String>) map) : map;
    }

    private Map<String, Object> entry(Class<?> valueType, Map<String, Object> sofar) {
        int outer = enter();
        String key = "";
        Object value = absent(valueType);
        for (int part = tag(); part != 0; part = tag()) {
            switch (part) {
                case CONTENT_1 -> key = string();
                case CONTENT_2 -> value = value(valueType);
                default -> skip(part);
            }
        }
        leave(outer);
        return Maps.put(sofar, key, value);
    }

    private Object value(Class<?> type) {
        if (type == String.class) {
            return string();
        }
        if (type == Quantity.class) {
            return quantity();
        }
        return type == Bytes.class ? bytes() : texts();
    }

    private static Object absent(Class<?> type) {
        if (type == String.class) {
            return "";
        }
        if (type == Quantity.class) {
            return Quantity.ZERO;
        }
        return type == Bytes.class ? Bytes.EMPTY : Lists.nil();
    }

    private byte[] content() {
        int length = length();
        position += length;
        return Arrays.copyOfRange(source, position - length, position);
    }

    private @Nullable Object knownRun(int tag, Class<?> purpose, int form) {
        int start = tagStart;
        int first = position;
        advance(length());
        while (another(tag)) {
            advance(length());
        }
        Object known = known(purpose, form, start, position);
        if (known == null) {
            position = first;
        }
        return known;
    }

    private @Nullable Object known(Class<?> purpose, int form, int from, int to) {
        lookedUp = from;
        lookedUpHash = Pool.hashOf(purpose, source, from, to);
        return lookedUpHash == 0 ? null : pool.known(lookedUpHash, purpose, form, source, from, to);
    }

    private void remember(Class<?> purpose, int form, long mark, int to, Object value) {
        int hash = (int) (mark >>> 32);
        if (hash != 0) {
            pool.remember(hash, purpose, form, source, (int) mark, to, value);
        }
    }
}
