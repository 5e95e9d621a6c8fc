package dev.kcm.model.revision;

import java.nio.charset.StandardCharsets;

/// The 32-bit Fowler-Noll-Vo hash in its two orders of multiplying and mixing.
final class Fnv {
    private static final int OFFSET = 0x811c9dc5;
    private static final int PRIME = 16777619;

    private final boolean mixesFirst;
    private int hash = OFFSET;

    private Fnv(boolean mixesFirst) {
        this.mixesFirst = mixesFirst;
    }

    /// FNV-1.
    static Fnv multiplyingFirst() {
        return new Fnv(false);
    }

    /// FNV-1a.
    static Fnv mixingFirst() {
        return new Fnv(true);
    }

    Fnv add(byte[] bytes) {
        for (var one : bytes) {
            hash = mixesFirst ? (hash ^ (one & 0xff)) * PRIME : hash * PRIME ^ (one & 0xff);
        }
        return this;
    }

    Fnv add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The unsigned decimal number.
    @Override
    public String toString() {
        return Integer.toUnsignedString(hash);
    }
}
