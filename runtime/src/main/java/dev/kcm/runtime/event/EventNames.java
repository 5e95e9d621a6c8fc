package dev.kcm.runtime.event;

import dev.kcm.model.NameRules;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Names for events: the object's name, a dot, and nanoseconds in hexadecimal, as upstream names
/// them; but two events of one process never share a name, even when the clock stands still.
/// Thread-safe.
final class EventNames {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final RandomGenerator random;
    private final AtomicLong last = new AtomicLong();

    EventNames(RandomGenerator random) {
        this.random = random;
    }

    String nameFor(String object, Instant at) {
        long nanos = at.getEpochSecond() * NANOS_PER_SECOND + at.getNano();
        long unique = last.updateAndGet(before -> Math.max(before + 1, nanos));
        var name = object + "." + Long.toHexString(unique);
        return NameRules.dnsSubdomain(name).isEmpty() ? name : randomName();
    }

    /// For objects whose names are not fit for an event's.
    private String randomName() {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
