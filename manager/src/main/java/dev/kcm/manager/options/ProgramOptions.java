package dev.kcm.manager.options;

import dev.kcm.base.flags.FlagType;
import dev.kcm.base.flags.Flags;
import dev.kcm.manager.version.KubernetesVersion;

/// Flags that print something instead of running.
///
/// @param version `false`, `true`, `raw`, or a version to report instead of our own
public record ProgramOptions(boolean help, String version) {
    private static final FlagType<String> VERSION = FlagType.of(
                    "version", ProgramOptions::versionValue, text -> text, "false")
            .withBareValue("true");

    public static final Flags<ProgramOptions> FLAGS = Flags.section("global")
            .bool("help", false, "Print this and end.")
            .shorthand('h')
            .value(
                    "version",
                    VERSION,
                    "false",
                    "Print the version and end; =raw prints it with everything known about"
                            + " the build. =vX.Y.Z... reports that version instead, as long as"
                            + " it only adds to our own.")
            .into(ProgramOptions::new);

    private static String versionValue(String text) {
        return switch (text) {
            case "raw" -> text;
            case "1", "t", "T", "true", "TRUE", "True" -> "true";
            case "0", "f", "F", "false", "FALSE", "False" -> "false";
            case String version when version.startsWith("v") -> reported(version);
            default ->
                throw new IllegalArgumentException("write true, raw, or a version such as " + KubernetesVersion.GIT);
        };
    }

    private static String reported(String version) {
        if (!version.matches(OURS_AND_MORE)) {
            throw new IllegalArgumentException(
                    "the version must start with our own, %s".formatted(KubernetesVersion.GIT));
        }
        return version;
    }

    private static final String OURS_AND_MORE =
            java.util.regex.Pattern.quote(KubernetesVersion.GIT) + "(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?";
}
