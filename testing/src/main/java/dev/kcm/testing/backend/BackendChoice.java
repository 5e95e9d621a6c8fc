package dev.kcm.testing.backend;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Which backend scenarios run on in this JVM: system properties, or environment variables of the
/// same meaning.
///
/// | property | variable | |
/// |---|---|---|
/// | `kcm.scenario.backend` | `KCM_SCENARIO_BACKEND` | `embedded` (default), `wire`, `real`, `go` |
/// | `kcm.scenario.kubeconfig` | `KCM_KUBECONFIG` | of the real cluster |
/// | `kcm.scenario.output` | `KCM_SCENARIO_OUTPUT` | directory for end states, if they are to be kept |
/// | `kcm.scenario.crashes` | `KCM_SCENARIO_CRASHES` | with how many crashes each scenario is repeated; with 0 it
/// runs once only |
public record BackendChoice(BackendKind kind, Optional<String> kubeconfig, Optional<Path> output, int crashes) {
    private static final int USUAL_CRASHES = 4;

    public static BackendChoice current() {
        return new BackendChoice(
                setting("kcm.scenario.backend", "KCM_SCENARIO_BACKEND")
                        .map(BackendChoice::kind)
                        .orElse(BackendKind.EMBEDDED),
                setting("kcm.scenario.kubeconfig", "KCM_KUBECONFIG"),
                setting("kcm.scenario.output", "KCM_SCENARIO_OUTPUT").map(Path::of),
                setting("kcm.scenario.crashes", "KCM_SCENARIO_CRASHES")
                        .map(Integer::valueOf)
                        .orElse(USUAL_CRASHES));
    }

    String requireKubeconfig() {
        return kubeconfig.orElseThrow(
                () -> new IllegalArgumentException("kcm.scenario.kubeconfig (or KCM_KUBECONFIG) must name the"
                        + " kubeconfig of a real cluster: `conformance/run up --kcm"
                        + " none` brings one up"));
    }

    private static BackendKind kind(String text) {
        try {
            return BackendKind.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "kcm.scenario.backend is \"%s\": choose embedded, wire, real or go".formatted(text), unknown);
        }
    }

    private static Optional<String> setting(String property, String variable) {
        return Optional.ofNullable(System.getProperty(property))
                .or(() -> Optional.ofNullable(System.getenv(variable)))
                .filter(text -> !text.isEmpty());
    }
}
