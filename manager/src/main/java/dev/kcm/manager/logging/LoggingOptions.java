package dev.kcm.manager.logging;

import dev.kcm.base.Clock;
import dev.kcm.base.GoDuration;
import dev.kcm.base.GoText;
import dev.kcm.base.flags.FlagType;
import dev.kcm.base.flags.FlagTypes;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.FeatureGates;
import dev.kcm.base.log.JsonFormat;
import dev.kcm.base.log.KlogFormat;
import dev.kcm.base.log.LineFormat;
import dev.kcm.base.log.LogSink;
import dev.kcm.base.log.StreamSink;
import dev.kcm.base.log.Verbosity;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How to log.
public record LoggingOptions(
        String format,
        Duration flushFrequency,
        int verbosity,
        List<Verbosity.Module> modules,
        Streams text,
        Streams json) {
    private static final String SECTION = "logs";
    private static final FlagType<Integer> LEVEL = FlagType.of("Level", LoggingOptions::level, String::valueOf, 0);
    private static final FlagType<List<Verbosity.Module>> MODULES = FlagType.of(
                    "pattern=N,...", LoggingOptions::modules, LoggingOptions::printModules, List.<Verbosity.Module>of())
            .mergedBy(FlagTypes.joined());

    public static final Flags<LoggingOptions> FLAGS = Flags.section(SECTION)
            .text("logging-format", "text", "How log lines look: \"text\" as klog writes them, or \"json\".")
            .duration("log-flush-frequency", Duration.ofSeconds(5), "How long log lines may stay in a buffer.")
            .value("v", LEVEL, 0, "How much to log: 0 little, 2 what an operator wants, 4 and more for" + " debugging.")
            .shorthand('v')
            .value(
                    "vmodule",
                    MODULES,
                    List.of(),
                    "Log more from single source files, named without .java and with * and"
                            + " ? as wildcards, for example Lease*=4. Text format only.")
            .group(Streams.flags("text", "text"))
            .group(Streams.flags("json", "JSON"))
            .into(LoggingOptions::new);

    /// Where lines of one format go; both settings are alpha.
    ///
    /// @param split information to standard output, the rest to standard error
    public record Streams(boolean split, ByteCount infoBuffer) {
        static Flags<Streams> flags(String format, String shown) {
            return Flags.section(SECTION)
                    .bool(
                            "log-" + format + "-split-stream",
                            false,
                            "Alpha, needs the LoggingAlphaOptions feature. In "
                                    + shown
                                    + " format, write information to standard output and the rest"
                                    + " to standard error, instead of all to standard error.")
                    .value(
                            "log-" + format + "-info-buffer-size",
                            ByteCount.TYPE,
                            ByteCount.NONE,
                            "Alpha, needs the LoggingAlphaOptions feature. In "
                                    + shown
                                    + " format with split streams, gather this many bytes of"
                                    + " information before writing them: 512, 64k, 2Mi; 0 writes at"
                                    + " once.")
                    .into(Streams::new);
        }
    }

    /// What is wrong, given which features are on.
    public List<String> problems(FeatureGates gates) {
        var problems = new ArrayList<String>();
        if (!flushFrequency.isPositive()) {
            problems.add("--log-flush-frequency must be positive, got " + GoDuration.print(flushFrequency));
        }
        if (!format.equals("text") && !format.equals("json")) {
            problems.add("--logging-format must be text or json, got " + GoText.quote(format));
        }
        if (format.equals("json") && !gates.isEnabled("LoggingBetaOptions")) {
            problems.add("--logging-format=json needs the feature LoggingBetaOptions");
        }
        if (!format.equals("text") && !modules.isEmpty()) {
            problems.add("--vmodule works with --logging-format=text only");
        }
        if (!gates.isEnabled("LoggingAlphaOptions")) {
            problems.addAll(alphaProblems("text", text));
            problems.addAll(alphaProblems("json", json));
        }
        return problems;
    }

    public Verbosity level() {
        return new Verbosity(verbosity, modules);
    }

    /// The configured sink, over the process's standard streams.
    public LogSink sink(OutputStream standardOutput, OutputStream standardError, Clock clock) {
        boolean isText = format.equals("text");
        LineFormat lines = isText ? KlogFormat.ofThisProcess() : new JsonFormat();
        var streams = isText ? text : json;
        if (!streams.split()) {
            return StreamSink.to(standardError, lines);
        }
        var sink = StreamSink.split(
                standardOutput, standardError, lines, streams.infoBuffer().asBufferSize());
        return streams.infoBuffer().isZero() ? sink : sink.flushEvery(flushFrequency, clock);
    }

    private static List<String> alphaProblems(String name, Streams streams) {
        var problems = new ArrayList<String>();
        if (streams.split()) {
            problems.add("--log-%s-split-stream needs the feature LoggingAlphaOptions".formatted(name));
        }
        if (!streams.infoBuffer().isZero()) {
            problems.add("--log-%s-info-buffer-size needs the feature LoggingAlphaOptions".formatted(name));
        }
        return problems;
    }

    private static int level(String text) {
        if (!text.matches("\\d{1,10}") || Long.parseLong(text) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("write a number such as 2");
        }
        return Integer.parseInt(text);
    }

    private static List<Verbosity.Module> modules(String text) {
        return Stream.of(text.split(",", -1))
                .filter(part -> !part.isEmpty())
                .map(LoggingOptions::module)
                .toList();
    }

    private static Verbosity.Module module(String text) {
        String[] parts = text.split("=", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new IllegalArgumentException("%s is not pattern=N".formatted(GoText.quote(text)));
        }
        return new Verbosity.Module(parts[0], level(parts[1]));
    }

    private static String printModules(List<Verbosity.Module> modules) {
        return modules.stream().map(Verbosity.Module::toString).collect(Collectors.joining(","));
    }
}
