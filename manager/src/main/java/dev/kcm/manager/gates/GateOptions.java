package dev.kcm.manager.gates;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.FlagType;
import dev.kcm.base.flags.Flags;
import dev.kcm.base.gates.GateTable;
import dev.kcm.base.gates.GateVersions;
import dev.kcm.base.gates.MinorVersion;
import dev.kcm.manager.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which features to use and as which version to behave, as given.
///
/// @param gates settings such as `Name=true` by component; the component is empty when not named
public record GateOptions(
        List<String> emulatedVersion, List<String> minCompatibilityVersion, Map<String, List<String>> gates) {
    private static final String COMPONENT = "kube";
    private static final FlagType<Map<String, List<String>>> SETTINGS = FlagType.of(
                    "colonSeparatedMultimapStringString",
                    GateOptions::parse,
                    GateOptions::print,
                    Map.<String, List<String>>of())
            .mergedBy(GateOptions::joined);

    public static final Flags<GateOptions> FLAGS = Flags.section("generic")
            .list(
                    "emulated-version",
                    List.of(),
                    "Behave as an older version, written major.minor or kube=major.minor: "
                            + versionRange(KubernetesGates.OURS.emulated())
                            + ".")
            .list(
                    "min-compatibility-version",
                    List.of(),
                    "The oldest control plane component to get along with, at most the"
                            + " emulated version, written major.minor or kube=major.minor: "
                            + versionRange(KubernetesGates.OURS.minCompatibility())
                            + ".")
            .value(
                    "feature-gates",
                    SETTINGS,
                    Map.of(),
                    "Switches features on or off: Name=true,Other=false, or with the"
                            + " component in front, kube:Name=true. May be repeated. These"
                            + " exist:\n"
                            + KubernetesGates.TABLE.help(KubernetesGates.OURS).stream()
                                    .map(line -> COMPONENT + ":" + line)
                                    .collect(Collectors.joining("\n")))
            .into(GateOptions::new);

    /// Works out the versions and every gate, and what is wrong with them.
    public GateDecision decide() {
        var problems = new ArrayList<String>();
        var versions = versions(problems);
        problems.addAll(versions.problems(KubernetesVersion.OLDEST_EMULATED, KubernetesVersion.OLDEST_EMULATED));
        var resolution = KubernetesGates.TABLE.resolve(settings(problems), versions);
        problems.addAll(resolution.problems());
        return new GateDecision(versions, resolution, problems);
    }

    /// The outcome of [#decide].
    public record GateDecision(GateVersions versions, GateTable.Resolution resolution, List<String> problems) {
        /// What is worth a line at the start: gates on their way out, and gates that change nothing.
        public List<String> warnings() {
            return Stream.concat(resolution.warnings().stream(), UnreadGates.warnings(resolution.states()).stream())
                    .toList();
        }
    }

    private GateVersions versions(List<String> problems) {
        var versions = KubernetesGates.OURS;
        var emulated = version("emulated-version", emulatedVersion, problems);
        if (emulated.isPresent()) {
            versions = versions.emulating(emulated.get(), KubernetesVersion.OLDEST_EMULATED);
        }
        return version("min-compatibility-version", minCompatibilityVersion, problems)
                .map(versions::compatibleWith)
                .orElse(versions);
    }

    private static Optional<MinorVersion> version(String flag, List<String> given, List<String> problems) {
        var byComponent = new LinkedHashMap<String, String>();
        for (String text : given) {
            int equals = text.indexOf('=');
            String component =
                    equals < 0 ? COMPONENT : text.substring(0, equals).strip();
            if (!component.equals(COMPONENT)) {
                problems.add("--%s: there is no component %s here, only %s"
                        .formatted(flag, GoText.quote(component), COMPONENT));
            } else if (byComponent.put(component, text.substring(equals + 1).strip()) != null) {
                problems.add("--%s is given twice".formatted(flag));
            }
        }
        try {
            return Optional.ofNullable(byComponent.get(COMPONENT)).map(MinorVersion::parse);
        } catch (IllegalArgumentException wrong) {
            problems.add("--%s: %s".formatted(flag, wrong.getMessage()));
            return Optional.empty();
        }
    }

    private Map<String, Boolean> settings(List<String> problems) {
        var settings = new TreeMap<String, Boolean>();
        if (gates.containsKey("") && gates.containsKey(COMPONENT)) {
            problems.add("--feature-gates: write kube: before every gate or before none");
        }
        gates.forEach((component, texts) -> {
            if (!component.isEmpty() && !component.equals(COMPONENT)) {
                problems.add("--feature-gates: there is no component %s here, only %s"
                        .formatted(GoText.quote(component), COMPONENT));
            } else {
                texts.forEach(text -> addSetting(settings, text, problems));
            }
        });
        return settings;
    }

    private static void addSetting(Map<String, Boolean> settings, String text, List<String> problems) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text.strip() : text.substring(0, equals).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        switch (value) {
            case "1", "t", "T", "true", "TRUE", "True" -> settings.put(name, true);
            case "0", "f", "F", "false", "FALSE", "False" -> settings.put(name, false);
            default ->
                problems.add(
                        "--feature-gates: %s must be true or false, write %s=true".formatted(GoText.quote(text), name));
        }
    }

    private static Map<String, List<String>> parse(String text) {
        var settings = new TreeMap<String, List<String>>();
        for (String pair : text.split(",", -1)) {
            if (!pair.isEmpty()) {
                int colon = pair.indexOf(':');
                String component = colon < 0 ? "" : pair.substring(0, colon).strip();
                settings.computeIfAbsent(component, _ -> new ArrayList<>())
                        .add(pair.substring(colon + 1).strip());
            }
        }
        return settings;
    }

    private static Map<String, List<String>> joined(
            Map<String, List<String>> earlier, Map<String, List<String>> later) {
        var settings = new TreeMap<String, List<String>>();
        for (var part : List.of(earlier, later)) {
            part.forEach((component, texts) ->
                    settings.computeIfAbsent(component, _ -> new ArrayList<>()).addAll(texts));
        }
        return settings;
    }

    private static String print(Map<String, List<String>> settings) {
        return settings.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(text -> entry.getKey() + ":" + text))
                .collect(Collectors.joining(","));
    }

    private static String versionRange(MinorVersion usual) {
        return "%s to %s, usually %s".formatted(KubernetesVersion.OLDEST_EMULATED, KubernetesVersion.MINOR, usual);
    }
}
