package dev.kcm.controllers.workload.cronjob;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

/// Time zones by the names Go knows. Java knows more, such as `+01:00` or `SystemV/PST8`, and a few
/// less.
final class TimeZones {
    /// Where the program runs; as a CronJob's time zone the API server refuses it.
    static final String LOCAL = "Local";

    private static final Map<String, ZoneId> ONLY_IN_GO =
            Map.of(
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

    sealed interface Lookup {}

    record Found(ZoneId zone) implements Lookup {}

    record Unknown(String problem) implements Lookup {}

    private TimeZones() {}

    static Lookup find(String name) {
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
