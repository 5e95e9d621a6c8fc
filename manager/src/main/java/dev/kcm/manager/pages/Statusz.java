package dev.kcm.manager.pages;

import dev.kcm.base.gates.MinorVersion;
import dev.kcm.manager.options.CommandLine;
import dev.kcm.manager.version.KubernetesVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/// What `/statusz` shows: since when the program runs, as what, and what it serves.
public record Statusz(Instant started, Instant now, MinorVersion emulated, List<String> paths) {
    private static final DateTimeFormatter UNIX_DATE =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss zzz yyyy", Locale.ENGLISH);

    /// For people. Where upstream names its Go version, this names the Java runtime.
    public String text(ZoneId zone) {
        var up = Duration.between(started, now);
        return """

            %s statusz
            Warning: for people who debug; the form may change at any time.

            Started: %s
            Up: %d hr %02d min %02d sec
            Go version: %s
            Binary version: %s
            Emulation version: %s
            Paths: %s
            """.formatted(
                        CommandLine.PROGRAM,
                        UNIX_DATE.format(started.atZone(zone)),
                        up.toHours(),
                        up.toMinutesPart(),
                        up.toSecondsPart(),
                        KubernetesVersion.runtime(),
                        KubernetesVersion.GIT.substring(1),
                        emulated,
                        String.join(" ", paths));
    }

    /// For programs: the Statusz object of config.k8s.io.
    ///
    /// @param version `v1beta1` or `v1alpha1`
    public String json(String version) {
        return Fields.of(
                        "kind", "Statusz",
                        "apiVersion", "config.k8s.io/" + version,
                        "metadata", Fields.of("name", CommandLine.PROGRAM),
                        "startTime", started.truncatedTo(ChronoUnit.SECONDS).toString(),
                        "uptimeSeconds", Duration.between(started, now).toSeconds(),
                        "goVersion", KubernetesVersion.runtime(),
                        "binaryVersion", KubernetesVersion.GIT.substring(1),
                        "emulationVersion", emulated.toString(),
                        "paths", paths)
                .toText();
    }
}
