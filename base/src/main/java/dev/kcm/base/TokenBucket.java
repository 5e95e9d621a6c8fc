package dev.kcm.base;

import java.util.concurrent.atomic.AtomicLong;

/// A token bucket that holds up to `burst` tokens and gains one each interval. A caller who finds it empty may reserve
/// the next token that will come, first come first served. Times are nanoseconds of one [Clock#nanoTime].
/// Thread-safe and lock-free: all state is one number, the time at which the bucket would be full again.
public final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long UNUSED = Long.MIN_VALUE;

    private final long interval;
    private final long capacity;
    private final AtomicLong fullAt = new AtomicLong(UNUSED);

    private TokenBucket(long interval, int burst) {
        this.interval = interval;
        this.capacity = interval * Math.max(1, burst);
    }

    /// @param perSecond tokens gained each second; infinite, zero or less for no limit
    public static TokenBucket of(double perSecond, int burst) {
        return new TokenBucket(perSecond > 0 ? (long) (NANOS_PER_SECOND / perSecond) : 0, burst);
    }

    /// @param interval nanoseconds between two tokens gained
    public static TokenBucket every(long interval, int burst) {
        return new TokenBucket(interval, burst);
    }

    /// Takes a token, if need be one that is still to come.
    ///
    /// @return nanoseconds until the token is there; 0 if it is there now
    public long reserve(long now) {
        if (interval == 0) {
            return 0;
        }
        while (true) {
            long known = fullAt.get();
            long from = from(known, now);
            if (fullAt.compareAndSet(known, from + interval)) {
                return Math.max(0, wait(from, now));
            }
        }
    }

    /// Like [#reserve], but takes no token that comes later than `longestWait` nanoseconds from now.
    ///
    /// @return nanoseconds until the token is there; negative if none was taken
    public long reserveWithin(long now, long longestWait) {
        if (interval == 0) {
            return 0;
        }
        while (true) {
            long known = fullAt.get();
            long from = from(known, now);
            long wait = wait(from, now);
            if (wait > 0 && wait > longestWait) {
                return -1;
            }
            if (fullAt.compareAndSet(known, from + interval)) {
                return Math.max(0, wait);
            }
        }
    }

    /// Takes a token if there is one now.
    public boolean tryTake(long now) {
        return reserveWithin(now, 0) == 0;
    }

    private static long from(long known, long now) {
        return known == UNUSED || known - now < 0 ? now : known;
    }

    private long wait(long from, long now) {
        return from - now + interval - capacity;
    }
}
