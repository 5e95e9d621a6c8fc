package dev.kcm.base.fuzzing;

import java.time.Duration;

/// What reading one input may cost the reading thread. Generous: it is there to catch what grows with the square of
/// the input, or with a number written in it, not what is a little slow.
///
/// @param bytesPerByte memory allocated for each byte of input, besides `bytes`
/// @param timePerByte processor time for each byte of input, besides `time`
public record Budget(long bytes, long bytesPerByte, Duration time, Duration timePerByte) {
    public static final Budget USUAL = new Budget(4 << 20, 2000, Duration.ofMillis(250), Duration.ofNanos(10_000));

    public Budget bytes(long other) {
        return new Budget(other, bytesPerByte, time, timePerByte);
    }

    public Budget bytesPerByte(long other) {
        return new Budget(bytes, other, time, timePerByte);
    }

    public Budget time(Duration other) {
        return new Budget(bytes, bytesPerByte, other, timePerByte);
    }

    boolean covers(Cost cost, int length) {
        return cost.bytes() <= bytes + bytesPerByte * length
                && cost.time().compareTo(time.plus(timePerByte.multipliedBy(length))) <= 0;
    }
}
