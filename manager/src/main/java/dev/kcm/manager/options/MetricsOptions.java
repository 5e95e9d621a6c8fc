package dev.kcm.manager.options;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.Flags;
import dev.kcm.manager.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Which metrics are shown and with which label values.
///
/// @param allowedLabels `metric,label` to the values that label may have, with commas between
/// @param allowedLabelsFile the same as a YAML file; empty for none
public record MetricsOptions(
        String showHiddenFor, List<String> disabled, Map<String, String> allowedLabels, String allowedLabelsFile) {
    private static final String METRIC = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern NAME = Pattern.compile(METRIC);
    private static final Pattern NAME_AND_LABEL = Pattern.compile(METRIC + ",[a-zA-Z_][a-zA-Z0-9_]*");

    public static final Flags<MetricsOptions> FLAGS = Flags.section("metrics")
            .text(
                    "show-hidden-metrics-for-version",
                    "",
                    "Show metrics again that were hidden since this version; only "
                            + KubernetesVersion.MINOR.previous()
                            + " is allowed, so that nobody misses that they are about to"
                            + " go.")
            .list(
                    "disabled-metrics",
                    List.of(),
                    "Metrics to leave out, by full name; wins over" + " --show-hidden-metrics-for-version.")
            .map(
                    "allow-metric-labels",
                    Map.of(),
                    "Which values a metric's label may have, others become 'unexpected':"
                            + " METRIC,LABEL='VALUE,VALUE'.")
            .text(
                    "allow-metric-labels-manifest",
                    "",
                    "YAML file that says the same as --allow-metric-labels, one"
                            + " \"METRIC,LABEL\": \"VALUE,VALUE\" per line; not together with"
                            + " that flag.")
            .into(MetricsOptions::new)
            .checkedBy(MetricsOptions::problems);

    /// What is wrong with a mapping of labels, wherever it came from.
    static List<String> labelProblems(String flag, Map<String, String> labels) {
        return labels.keySet().stream()
                .filter(key -> !NAME_AND_LABEL.matcher(key).matches())
                .map(key -> "--%s: %s is not METRIC,LABEL".formatted(flag, GoText.quote(key)))
                .toList();
    }

    private List<String> problems() {
        var problems = new ArrayList<String>();
        String previous = KubernetesVersion.MINOR.previous().toString();
        if (!showHiddenFor.isEmpty() && !showHiddenFor.equals(previous)) {
            problems.add("--show-hidden-metrics-for-version must be %s or absent, got %s"
                    .formatted(previous, GoText.quote(showHiddenFor)));
        }
        disabled.stream()
                .filter(name -> !NAME.matcher(name).matches())
                .map(name -> "--disabled-metrics: %s is no metric name".formatted(GoText.quote(name)))
                .forEach(problems::add);
        problems.addAll(labelProblems("allow-metric-labels", allowedLabels));
        if (!allowedLabels.isEmpty() && !allowedLabelsFile.isEmpty()) {
            problems.add("--allow-metric-labels and --allow-metric-labels-manifest cannot be given" + " together");
        }
        return problems;
    }
}
