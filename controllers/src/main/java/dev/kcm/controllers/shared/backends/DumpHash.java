package dev.kcm.controllers.shared.backends;

import java.nio.charset.StandardCharsets;

/// The 128-bit FNV-1a hash of the text a Go program dumps a value as. Upstream puts the ports of
/// endpoints, and the subsets of Endpoints, into the order of these hashes; the same order here
/// means that a cluster can go from one program to the other without a single write.
public record DumpHash(long high, long low) implements Comparable<DumpHash> {
    private static final DumpHash START = new DumpHash(0x6c62272e07bb0142L, 0x62b821756295c58dL);

    /// The prime is 2^88 and this.
    private static final long PRIME = 0x13b;

    private static final int PRIME_SHIFT = 88 - Long.SIZE;

    public static DumpHash of(String dump) {
        long high = START.high;
        long low = START.low;
        for (var one : dump.getBytes(StandardCharsets.UTF_8)) {
            low ^= one & 0xff;
            high = high * PRIME + Math.unsignedMultiplyHigh(low, PRIME) + (low << PRIME_SHIFT);
            low *= PRIME;
        }
        return new DumpHash(high, low);
    }

    @Override
    public int compareTo(DumpHash other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    /// As upstream prints it.
    @Override
    public String toString() {
        return "%016x%016x".formatted(high, low);
    }
}
