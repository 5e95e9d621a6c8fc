package dev.kcm.model.wire;

import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoField;
import java.util.Optional;

/// Points in time as objects hold them, in one long: seconds since 1970 for a Time, microseconds
/// for a MicroTime, [#ABSENT] for none.
public final class Times {
    /// No time: an absent field, Go's nil pointer or zero time.
    public static final long ABSENT = Long.MIN_VALUE;

    /// The first second of year 1, where Go's zero time lies.
    static final long GO_ZERO_SECONDS = -62_135_596_800L;

    /// Go's zero time, where a map holds one.
    public static final Instant ZERO = Instant.ofEpochSecond(GO_ZERO_SECONDS);

    private static final int SHORTEST_TIME = "2006-01-02T15:04:05Z".length();

    /// The years that RFC 3339 can write, in seconds since 1970.
    private static final long FIRST_SECOND =
            Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();

    private static final long LAST_SECOND =
            Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private Times() {}

    /// The nearest second that can be written: protobuf can hold others, which neither Java nor JSON can.
    static long writable(long seconds) {
        return Math.clamp(seconds, FIRST_SECOND, LAST_SECOND);
    }

    public static Optional<Instant> ofSeconds(long seconds) {
        return seconds == ABSENT ? Optional.empty() : Optional.of(Instant.ofEpochSecond(seconds));
    }

    public static Optional<Instant> ofMicros(long micros) {
        return micros == ABSENT ? Optional.empty() : Optional.of(instantOfMicros(micros));
    }

    public static long seconds(Instant time) {
        long seconds = time.getEpochSecond();
        return seconds == GO_ZERO_SECONDS ? ABSENT : seconds;
    }

    public static long micros(Instant time) {
        long micros = Math.multiplyExact(time.getEpochSecond(), 1_000_000L) + time.getNano() / 1000;
        return micros == GO_ZERO_SECONDS * 1_000_000 ? ABSENT : micros;
    }

    public static long decodeSeconds(JsonReader in) {
        return in.isNull() ? ABSENT : seconds(decode(in));
    }

    public static long decodeMicros(JsonReader in) {
        return in.isNull() ? ABSENT : micros(decode(in));
    }

    /// RFC 3339 in UTC without a fraction, as Kubernetes writes a Time.
    public static String formatSeconds(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }

    /// RFC 3339 in UTC with six digits after the point, as Kubernetes writes a MicroTime.
    public static String formatMicros(long micros) {
        Instant time = instantOfMicros(micros);
        String wholeSeconds = Instant.ofEpochSecond(time.getEpochSecond()).toString();
        String fraction = Integer.toString(1_000_000 + time.getNano() / 1000).substring(1);
        return wholeSeconds.substring(0, wholeSeconds.length() - 1) + "." + fraction + "Z";
    }

    /// A time in RFC 3339, any offset. Java reads more than that, and years that no other program can.
    ///
    /// @throws DateTimeException if it is none
    public static Instant parse(String text) {
        if (!isShapedAsTime(text)) {
            throw new DateTimeException("not in the form of RFC 3339: " + text);
        }
        OffsetDateTime parsed = OffsetDateTime.parse(text);
        return Instant.ofEpochSecond(writable(parsed.toEpochSecond()), parsed.get(ChronoField.NANO_OF_SECOND));
    }

    private static boolean isShapedAsTime(String text) {
        int length = text.length();
        if (length < SHORTEST_TIME || text.charAt(4) != '-' || text.charAt(10) != 'T' || text.charAt(16) != ':') {
            return false;
        }
        return text.charAt(length - 1) == 'Z' || text.charAt(length - 3) == ':';
    }

    /// A time in whole seconds or finer.
    public static Instant decode(JsonReader in) {
        if (in.isNull()) {
            return ZERO;
        }
        if (in.kind() != JsonReader.Kind.STRING) {
            throw in.mismatch("a time like \"2006-01-02T15:04:05Z\"");
        }
        try {
            return parse(in.string());
        } catch (DateTimeException e) {
            throw new JsonException(
                    in.path(), "expected a time like \"2006-01-02T15:04:05Z\", found \"" + in.string() + "\"", e);
        }
    }

    private static Instant instantOfMicros(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
    }
}
