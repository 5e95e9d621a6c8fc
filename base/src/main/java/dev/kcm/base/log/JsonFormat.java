package dev.kcm.base.log;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `--logging-format=json`: one object a line with upstream's keys `ts` (milliseconds), `logger`,
/// `caller`, `msg`, `v` for information and `err` for errors, then the message's own.
public record JsonFormat() implements LineFormat {

    @Override
    public void append(StringBuilder out, LogEntry entry) {
        out.append("{\"ts\":").append(milliseconds(entry.time()));
        entry.logger().ifPresent(name -> appendPair(out, "logger", name));
        appendPair(out, "caller", place(entry.caller()));
        appendPair(out, "msg", entry.message().text());
        appendPairs(out, entry.values());
        if (entry.severity() != Severity.ERROR) {
            appendPair(out, "v", entry.level());
        }
        appendPairs(out, entry.pairs());
        entry.error().ifPresent(error -> appendError(out, error));
        out.append("}\n");
    }

    private static void appendError(StringBuilder out, Throwable error) {
        appendPair(out, "err", LogValues.describe(error));
        if (LogValues.isMistake(error)) {
            appendPair(out, "stacktrace", KlogFormat.stackTrace(error));
        }
    }

    private static void appendPairs(StringBuilder out, List<@Nullable Object> keysAndValues) {
        for (int at = 0; at + 1 < keysAndValues.size(); at += 2) {
            appendPair(out, String.valueOf(keysAndValues.get(at)), keysAndValues.get(at + 1));
        }
    }

    private static void appendPair(StringBuilder out, String key, @Nullable Object value) {
        out.append(',');
        LogValues.appendJsonString(out, key);
        out.append(':');
        LogValues.appendJson(out, value);
    }

    private static String place(CallSite caller) {
        String folder = caller.folder().isEmpty() ? "" : caller.folder() + "/";
        return folder + caller.file() + ":" + caller.line();
    }

    /// Microseconds at best, since that is what a double of this size holds for upstream too.
    private static String milliseconds(Instant time) {
        var exact = BigDecimal.valueOf(time.getEpochSecond())
                .movePointRight(3)
                .add(BigDecimal.valueOf(time.getNano() / 1000, 3));
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }
}
