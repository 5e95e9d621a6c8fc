package dev.kcm.manager.pages;

import dev.kcm.base.GoDuration;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON object in the making.
public final class Fields {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    /// Names and values in turn; durations become text as Go prints them.
    public static Map<String, @Nullable Object> of(@Nullable Object... namesAndValues) {
        var made = new Fields();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            Object value = namesAndValues[at + 1];
            made.fields.put(
                    String.valueOf(namesAndValues[at]),
                    value instanceof Duration duration ? GoDuration.print(duration) : value);
        }
        return Collections.unmodifiableMap(made.fields);
    }
}
