package dev.kcm.model.wire;

import dev.kcm.base.GoDuration;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;

/// Durations as objects hold them: nanoseconds, in JSON as Go spells them (`1h0m0s`, `1.5s`, `100ms`).
public final class Durations {
    private Durations() {}

    public static long decode(JsonReader in) {
        String text = in.string();
        if (in.isNull()) {
            return 0;
        }
        try {
            return GoDuration.parseNanos(text);
        } catch (IllegalArgumentException e) {
            throw new JsonException(in.path(), String.valueOf(e.getMessage()), e);
        }
    }
}
