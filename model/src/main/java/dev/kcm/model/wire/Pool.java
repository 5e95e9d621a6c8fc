package dev.kcm.model.wire;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Lets equal parts of decoded objects be one object. Both tables have a fixed size and a newcomer
/// takes the place of what was there, so the pool cannot grow or leak; it only forgets.
///
/// Safe for any number of threads without locks: entries are immutable and races lose at most a
/// chance to share.
public final class Pool {
    /// Longer texts are mostly unique.
    private static final int LONGEST_TEXT = 128;

    /// Longer messages are mostly unique; their parts are shared all the same.
    private static final int LONGEST_MESSAGE = 256;

    private static final Pool SHARED = new Pool(1 << 13, 1 << 11);

    private record Entry(Class<?> type, byte[] encoded, Object value) {}

    private final @Nullable String[] texts;
    private final @Nullable Entry[] messages;

    /// A pool with room for so many texts and messages; both must be powers of two.
    public Pool(int texts, int messages) {
        this.texts = new String[powerOfTwo(texts)];
        this.messages = new Entry[powerOfTwo(messages)];
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

    /// The message of this type made from equal bytes before, or null.
    @Nullable Object known(Class<?> type, byte[] source, int from, int to) {
        if (to - from > LONGEST_MESSAGE) {
            return null;
        }
        Entry entry = messages[messageSlot(type, source, from, to)];
        return entry != null
                        && entry.type == type
                        && Arrays.equals(entry.encoded, 0, entry.encoded.length, source, from, to)
                ? entry.value
                : null;
    }

    void remember(Class<?> type, byte[] source, int from, int to, Object value) {
        if (to - from <= LONGEST_MESSAGE) {
            messages[messageSlot(type, source, from, to)] =
                    new Entry(type, Arrays.copyOfRange(source, from, to), value);
        }
    }

    private int messageSlot(Class<?> type, byte[] source, int from, int to) {
        return slotOf(hash(source, from, to) + type.hashCode(), messages.length);
    }

    private static int slotOf(int hash, int slots) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (slots - 1);
    }

    private static int hash(byte[] source, int from, int to) {
        int hash = 1;
        for (int at = from; at < to; at++) {
            hash = 31 * hash + source[at];
        }
        return hash;
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
