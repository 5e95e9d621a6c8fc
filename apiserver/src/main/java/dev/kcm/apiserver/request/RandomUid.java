package dev.kcm.apiserver.request;

import java.util.UUID;
import java.util.random.RandomGenerator;

/// Identifiers as upstream makes them: random UUIDs.
public final class RandomUid {
    private RandomUid() {}

    public static String from(RandomGenerator random) {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
