package dev.kcm.model.schedule;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

/// Time zones by the names Go knows. Java knows more, such as `+01:00` or `SystemV/PST8`, and a few
/// less.
public final class TimeZones {
    /// Where the program runs; as a CronJob's time zone the API server refuses it.
    public static final String LOCAL = "Local";

    private static final Map<String, ZoneId> ONLY_IN_GO = Map.of(
            "",
            ZoneOffset.UTC,
            "EST",
            ZoneId.of("America/Panama"),
            "Factory",
            ZoneOffset.UTC,
            "GMT+0",
            ZoneOffset.UTC,
            "GMT-0",
            ZoneOffset.UTC,
            "HST",
            ZoneId.of("Pacific/Honolulu"),
            "MST",
            ZoneId.of("America/Phoenix"),
            "ROC",
            ZoneId.of("Asia/Taipei"));
    private static final String ONLY_IN_JAVA = "SystemV/";

    public sealed interface Lookup {}

    public record Found(ZoneId zone) implements Lookup {}

    /// @param problem in Go's wording
    public record Unknown(String problem) implements Lookup {}

    private TimeZones() {}

    public static Lookup find(String name) {
        var alias = ONLY_IN_GO.get(name);
        if (alias != null) {
            return new Found(alias);
        }
        if (name.contains("..") || name.startsWith("/") || name.startsWith("\\")) {
            return new Unknown("time: invalid location name");
        }
        return ZoneId.getAvailableZoneIds().contains(name) && !name.startsWith(ONLY_IN_JAVA)
                ? new Found(ZoneId.of(name))
                : new Unknown("unknown time zone " + name);
    }
}
