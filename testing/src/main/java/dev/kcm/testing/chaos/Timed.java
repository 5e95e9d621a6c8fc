package dev.kcm.testing.chaos;

import dev.kcm.base.GoDuration;
import java.time.Duration;

/// Something that happens at a time, counted from the start of a run.
public record Timed<E>(Duration at, E what) {
    @Override
    public String toString() {
        return "at %s %s".formatted(GoDuration.print(at), what);
    }
}
