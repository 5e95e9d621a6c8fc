package dev.kcm.base.log;

import dev.kcm.base.GoText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// klog's text format, which log collectors of Kubernetes clusters already parse:
///
/// ```
/// I1115 08:11:00.000000   12345 Manager.java:42] "Started" controller="deployment-controller"
/// ```
///
/// A later value replaces an earlier one of the same key; a value of several lines is indented.
///
/// @param process the process id shown in each line
public record KlogFormat(long process, ZoneId zone) implements LineFormat {
    private static final int PROCESS_WIDTH = 7;

    /// For this process, in its time zone, as Go prints local time.
    public static KlogFormat ofThisProcess() {
        return new KlogFormat(ProcessHandle.current().pid(), ZoneId.systemDefault());
    }

    @Override
    public void append(StringBuilder out, LogEntry entry) {
        appendHeader(out, entry);
        if (entry.message().isVerbatim()) {
            out.append(entry.message().text());
        } else {
            GoText.appendQuoted(out, entry.message().text());
        }
        for (var pair : pairsOf(entry)) {
            out.append(' ').append(pair.key());
            appendValue(out, pair.value());
        }
        out.append('\n');
    }

    record Pair(String key, @Nullable Object value) {}

    private void appendHeader(StringBuilder out, LogEntry entry) {
        var time = entry.time().atZone(zone);
        out.append(entry.severity().letter());
        appendPadded(out, time.getMonthValue(), 2, '0');
        appendPadded(out, time.getDayOfMonth(), 2, '0');
        out.append(' ');
        appendPadded(out, time.getHour(), 2, '0');
        out.append(':');
        appendPadded(out, time.getMinute(), 2, '0');
        out.append(':');
        appendPadded(out, time.getSecond(), 2, '0');
        out.append('.');
        appendPadded(out, time.getNano() / 1000, 6, '0');
        out.append(' ');
        appendPadded(out, process, PROCESS_WIDTH, ' ');
        var caller = entry.caller();
        out.append(' ').append(caller.file()).append(':').append(caller.line()).append("] ");
    }

    private static void appendPadded(StringBuilder out, long number, int width, char pad) {
        String digits = Long.toString(number);
        out.repeat(pad, Math.max(0, width - digits.length())).append(digits);
    }

    private static void appendValue(StringBuilder out, @Nullable Object value) {
        switch (LogValues.plain(value)) {
            case String text when text.indexOf('\n') >= 0 -> appendLines(out, text);
            case String text -> GoText.appendQuoted(out.append('='), text);
            case Object plain -> LogValues.appendJson(out.append('='), plain);
            case null -> out.append("=null");
        }
    }

    private static void appendLines(StringBuilder out, String text) {
        out.append("=<\n");
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        for (String line : body.split("\n", -1)) {
            out.append('\t').append(line).append('\n');
        }
        out.append(" >");
    }

    /// Error first, then the logger's name, bound values and the call's own, each key once.
    static List<Pair> pairsOf(LogEntry entry) {
        var pairs = new ArrayList<Pair>();
        entry.error().ifPresent(error -> pairs.add(new Pair("err", LogValues.describe(error))));
        entry.logger().ifPresent(name -> pairs.add(new Pair("logger", name)));
        addAll(pairs, entry.values());
        addAll(pairs, entry.pairs());
        entry.error()
                .filter(LogValues::isMistake)
                .ifPresent(error -> pairs.add(new Pair("stacktrace", stackTrace(error))));
        return pairs;
    }

    private static void addAll(List<Pair> pairs, List<@Nullable Object> keysAndValues) {
        for (int at = 0; at + 1 < keysAndValues.size(); at += 2) {
            var pair = new Pair(String.valueOf(keysAndValues.get(at)), keysAndValues.get(at + 1));
            if (!pairs.contains(pair)) {
                pairs.removeIf(known -> known.key().equals(pair.key()));
                pairs.add(pair);
            }
        }
    }

    static String stackTrace(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString().stripTrailing().replace("\t", "  ");
    }
}
