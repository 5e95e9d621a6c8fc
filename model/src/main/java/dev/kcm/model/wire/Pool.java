package dev.kcm.model.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lets equal parts of decoded objects be one object. Both tables have a fixed size and a newcomer
/// takes the place of what was there, so the pool cannot grow or leak; it only forgets.
///
/// Safe for any number of threads without locks: entries are immutable and races lose at most a
/// chance to share.
public final class Pool {
    /// Longer texts are mostly unique.
    private static final int LONGEST_TEXT = 128;

    /// Longer messages are mostly unique; their parts are shared all the same.
    private static final int LONGEST_MESSAGE = 512;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private static final Pool SHARED = new Pool(1 << 13, 1 << 11);

    private record Entry(int hash, Class<?> purpose, int form, byte[] encoded, Object value) {}

    private final @Nullable String[] texts;
    private final @Nullable Entry[] messages;
    private final int[] seenOnce;
    private final @Nullable Object[] values;

    /// A pool with room for so many texts and messages; both must be powers of two.
    public Pool(int texts, int messages) {
        this.texts = new String[powerOfTwo(texts)];
        this.messages = new Entry[powerOfTwo(messages)];
        this.seenOnce = new int[messages];
        this.values = new Object[messages];
    }

    /// The one all readers use unless told otherwise.
    public static Pool shared() {
        return SHARED;
    }

    /// The text of these UTF-8 bytes.
    String text(byte[] source, int from, int to) {
        int length = to - from;
        if (length == 0) {
            return "";
        }
        if (length > LONGEST_TEXT) {
            return new String(source, from, length, StandardCharsets.UTF_8);
        }
        int slot = slotOf(hash(source, from, to), texts.length);
        String known = texts[slot];
        if (known != null && isSpelled(known, source, from, length)) {
            return known;
        }
        String fresh = new String(source, from, length, StandardCharsets.UTF_8);
        if (fresh.length() == length) { // ASCII only: others could not be compared with their bytes
            texts[slot] = fresh;
        }
        return fresh;
    }

    /// A hash of these bytes for [#known] and [#remember]; 0 if they are too many to be worth it.
    /// The name's hash, not the class's own, which differs from run to run: what shares a slot, and
    /// so what is forgotten, does not.
    static int hashOf(Class<?> purpose, byte[] source, int from, int to) {
        return to - from > LONGEST_MESSAGE
                ? 0
                : (hash(source, from, to) + purpose.getName().hashCode()) | 1;
    }

    /// What was made of equal bytes before, for the same purpose, or null. A purpose is the class
    /// of the message, or of the elements of a list or map, and a number that tells these and ways
    /// of reading apart.
    @Nullable
    Object known(int hash, Class<?> purpose, int form, byte[] source, int from, int to) {
        Entry entry = messages[slotOf(hash, messages.length)];
        return entry != null
                        && entry.hash == hash
                        && entry.purpose == purpose
                        && entry.form == form
                        && Arrays.equals(entry.encoded, 0, entry.encoded.length, source, from, to)
                ? entry.value
                : null;
    }

    /// Keeps what was made of these bytes, if they come for the second time: most that come once
    /// never come again.
    void remember(int hash, Class<?> purpose, int form, byte[] source, int from, int to, Object value) {
        int slot = slotOf(hash, messages.length);
        if (seenOnce[slot] == hash) {
            messages[slot] = new Entry(hash, purpose, form, Arrays.copyOfRange(source, from, to), value);
        } else {
            seenOnce[slot] = hash;
        }
    }

    /// The same as this object, down to its parts: the one seen before, or this one for the next to
    /// find.
    @SuppressWarnings("unchecked")
    public <T extends Shareable> T share(T value) {
        int slot = slotOf(value.hashCode(), values.length);
        Object known = values[slot];
        if (known != null && value.hasSameParts(known)) {
            return (T) known;
        }
        values[slot] = value;
        return value;
    }

    /// So for a list of shared objects.
    @SuppressWarnings("unchecked")
    public <T> List<T> shareList(List<T> list) {
        int slot = slotOf(list.hashCode(), values.length);
        if (values[slot] instanceof List<?> known && Lists.haveSameElements(list, known)) {
            return (List<T>) known;
        }
        values[slot] = list;
        return list;
    }

    /// So for a map of texts.
    @SuppressWarnings("unchecked")
    Map<String, String> shareTexts(Map<String, String> map) {
        int slot = slotOf(map.hashCode(), values.length);
        if (values[slot] instanceof TextMap<?> known && known.equals(map)) {
            return (Map<String, String>) known;
        }
        values[slot] = map;
        return map;
    }

    private static int slotOf(int hash, int slots) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (slots - 1);
    }

    private static int hash(byte[] source, int from, int to) {
        long hash = to - from;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(source, at)) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        for (; at < to; at++) {
            hash = (hash ^ source[at]) * MULTIPLIER;
        }
        return (int) (hash ^ (hash >>> 32));
    }

    private static boolean isSpelled(String text, byte[] source, int from, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int at = 0; at < length; at++) {
            if (text.charAt(at) != source[from + at]) {
                return false;
            }
        }
        return true;
    }

    private static int powerOfTwo(int size) {
        if (Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("a pool's size must be a power of two, not " + size);
        }
        return size;
    }
}
