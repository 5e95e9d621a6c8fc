package dev.kcm.base.gates;

import dev.kcm.base.flags.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The history of every gate and what each needs, as upstream keeps it.
public final class GateTable {
    static final String ALL_ALPHA = "AllAlpha";
    static final String ALL_BETA = "AllBeta";
    private static final Set<String> COLLECTIVE = Set.of(ALL_ALPHA, ALL_BETA);
    private static final int COLUMNS = 7;

    private final Map<String, List<GateSpec>> history;
    private final Map<String, List<String>> needs;

    private GateTable(Map<String, List<GateSpec>> history, Map<String, List<String>> needs) {
        this.history = history;
        this.needs = needs;
    }

    /// Reads lines of `gate, since, stage, default, locked, min_compatibility, depends_on` between
    /// tabs, below a line of headings; the lines of a gate stand from old to new.
    public static GateTable parse(List<String> lines) {
        var history = new TreeMap<String, List<GateSpec>>();
        var needs = new TreeMap<String, List<String>>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", COLUMNS);
            history.computeIfAbsent(cells[0], _ -> new ArrayList<>()).add(spec(cells));
            if (!cells[6].isEmpty()) {
                needs.put(cells[0], List.of(cells[6].split(",")));
            }
        }
        return new GateTable(history, needs);
    }

    /// Resolves every gate from what was requested. Unless `problems` is empty the gates are the
    /// defaults.
    public Resolution resolve(Map<String, Boolean> requested, GateVersions versions) {
        var problems = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        var set = new HashMap<String, Boolean>();
        new TreeMap<>(requested)
                .forEach((name, value) -> error(name, value, versions).ifPresentOrElse(problems::add, () -> {
                    set.put(name, value);
                    warning(name, value, versions).ifPresent(warnings::add);
                }));
        var enabled = enabled(set, versions);
        if (problems.isEmpty()) {
            problems.addAll(unmetNeeds(enabled));
        }
        var answer = problems.isEmpty() ? enabled : enabled(Map.of(), versions);
        return new Resolution(FeatureGates.of(answer), states(answer, versions), problems, warnings);
    }

    /// The result of [#resolve].
    ///
    /// @param states the gates that exist at the emulated version, for the metric and the help
    public record Resolution(
            FeatureGates gates, List<GateState> states, List<String> problems, List<String> warnings) {}

    /// One gate at one version.
    public record GateState(String name, FeatureStage stage, boolean enabled, boolean enabledByDefault) {}

    /// Lines for the help: alpha and beta gates with stage and default. A default that holds only
    /// with newer neighbours is told apart.
    public List<String> help(GateVersions versions) {
        var onlyNewNeighbours = versions.compatibleWith(versions.emulated());
        var lines = new ArrayList<String>();
        for (String name : history.keySet()) {
            var now = specOf(name, versions);
            var later = specOf(name, onlyNewNeighbours);
            boolean isShown = now.stage() == FeatureStage.ALPHA || now.stage() == FeatureStage.BETA;
            if (isShown) {
                String line = helpLine(name, now);
                lines.add(now.equals(later) ? line : line + ", or " + laterHelp(name, later));
            }
        }
        return lines;
    }

    public Set<String> names() {
        return history.keySet();
    }

    private static String helpLine(String name, GateSpec spec) {
        return "%s=true|false (%s - default=%s)".formatted(name, spec.stage(), spec.enabledByDefault());
    }

    private static String laterHelp(String name, GateSpec spec) {
        return helpLine(name, spec)
                + spec.minCompatibility()
                        .map(version -> " if --min-compatibility-version>=" + version)
                        .orElse("");
    }

    private Optional<String> error(String name, boolean value, GateVersions versions) {
        if (!history.containsKey(name)) {
            return Optional.of("--feature-gates: there is no feature gate %s%s"
                    .formatted(name, Nearest.suggestion(name, names(), "")));
        }
        var spec = specOf(name, versions);
        if (spec.locked() && spec.enabledByDefault() != value) {
            return Optional.of("--feature-gates: %s cannot be set to %s, it is locked to %s"
                    .formatted(name, value, spec.enabledByDefault()));
        }
        if (spec.stage() == FeatureStage.PRE_ALPHA && !COLLECTIVE.contains(name)) {
            return Optional.of(
                    "--feature-gates: %s cannot be set to %s, it does not exist yet at emulated version %s with minimum compatibility version %s"
                            .formatted(name, value, versions.emulated(), versions.minCompatibility()));
        }
        return Optional.empty();
    }

    private Optional<String> warning(String name, boolean value, GateVersions versions) {
        var stage = specOf(name, versions).stage();
        boolean isPassing = stage == FeatureStage.GA || stage == FeatureStage.DEPRECATED;
        return isPassing && !COLLECTIVE.contains(name)
                ? Optional.of(
                        "Feature gate %s=%s is set, but the feature is %s: the gate will be removed in a later release"
                                .formatted(
                                        name, value, stage == FeatureStage.GA ? "generally available" : "deprecated"))
                : Optional.empty();
    }

    private Map<String, Boolean> enabled(Map<String, Boolean> set, GateVersions versions) {
        var enabled = new TreeMap<String, Boolean>();
        for (String name : history.keySet()) {
            var spec = specOf(name, versions);
            var requested = Optional.ofNullable(set.get(name)).or(() -> collective(set, name, spec));
            enabled.put(name, requested.orElse(spec.enabledByDefault()));
        }
        return enabled;
    }

    /// What `AllAlpha` or `AllBeta` says about a gate that was not named itself.
    private static Optional<Boolean> collective(Map<String, Boolean> set, String name, GateSpec spec) {
        if (COLLECTIVE.contains(name)) {
            return Optional.empty();
        }
        return switch (spec.stage()) {
            case ALPHA -> Optional.ofNullable(set.get(ALL_ALPHA));
            case BETA -> Optional.ofNullable(set.get(ALL_BETA));
            case PRE_ALPHA, GA, DEPRECATED -> Optional.empty();
        };
    }

    private List<String> unmetNeeds(Map<String, Boolean> enabled) {
        var problems = new ArrayList<String>();
        needs.forEach((name, needed) -> {
            var missing = needed.stream().filter(other -> !isOn(enabled, other)).toList();
            if (isOn(enabled, name) && !missing.isEmpty()) {
                problems.add("--feature-gates: %s is on but needs %s, which is off"
                        .formatted(name, String.join(", ", missing)));
            }
        });
        return problems;
    }

    private static boolean isOn(Map<String, Boolean> enabled, String name) {
        return enabled.getOrDefault(name, false);
    }

    private List<GateState> states(Map<String, Boolean> enabled, GateVersions versions) {
        var states = new ArrayList<GateState>();
        enabled.forEach((name, on) -> {
            var spec = specOf(name, versions);
            if (spec.stage() != FeatureStage.PRE_ALPHA) {
                states.add(new GateState(name, spec.stage(), on, spec.enabledByDefault()));
            }
        });
        return states;
    }

    private GateSpec specOf(String name, GateVersions versions) {
        var specs = history.getOrDefault(name, List.of());
        return specs.reversed().stream()
                .filter(spec -> spec.holdsAt(versions))
                .findFirst()
                .orElse(GateSpec.NOT_YET);
    }

    private static GateSpec spec(String[] cells) {
        return new GateSpec(
                MinorVersion.parse(cells[1]),
                FeatureStage.named(cells[2]),
                Boolean.parseBoolean(cells[3]),
                cells[4].equals("locked"),
                cells[5].isEmpty() ? Optional.empty() : Optional.of(MinorVersion.parse(cells[5])));
    }
}
