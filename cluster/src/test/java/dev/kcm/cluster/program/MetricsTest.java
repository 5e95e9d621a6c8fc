package dev.kcm.cluster.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.metrics.Family;
import dev.kcm.manager.run.EmbeddedControllers;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a whole manager shows at /metrics, beside what upstream's does and what docs/metrics.md
/// says.
@Timeout(120)
class MetricsTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "metrics.md");
    private static final String FACTS = "metrics.tsv";

    /// Rows of controllers that are not built yet, by the beginning of their names.
    private static final Map<String, String> NOT_BUILT =
            Map.ofEntries(
                    Map.entry("device_taint_eviction_", "device-taint-eviction-controller"),
                    Map.entry("ephemeral_volume_", "ephemeral-volume-controller"),
                    Map.entry("horizontal_pod_autoscaler_", "horizontal-pod-autoscaler-controller"),
                    Map.entry("node_collector_", "node-lifecycle-controller"),
                    Map.entry("node_ipam_controller_", "node-ipam-controller"),
                    Map.entry("retroactive_storageclass_", "persistentvolume-binder-controller"),
                    Map.entry("taint_eviction_controller_", "taint-eviction-controller"),
                    Map.entry("ttl_after_finished_controller_", "ttl-after-finished-controller"));

    @TempDir static Path directory;
    private static List<String> built = List.of();
    private static Collection<Family> families = List.of();

    /// Of a manager all of whose controllers have started.
    @BeforeAll
    static void run() throws Exception {
        try (var server = new EmbeddedServer(directory)) {
            var authority = server.write("ca.crt", server.authority());
            String[] flags = {
                "--controllers=*,bootstrapsigner,tokencleaner", "--root-ca-file=" + authority
            };
            built =
                    EmbeddedControllers.specs(server.options(flags)).stream()
                            .map(it -> it.name())
                            .toList();
            var manager = server.start(flags);
            server.await("all controllers run", () -> manager.running().containsAll(built));
            families = List.copyOf(manager.metrics().families());
        }
    }

    @Test
    void every_metric_of_upstreams_is_here_with_its_type_and_labels() throws Exception {
        var wanted = upstreams();
        NOT_BUILT.forEach(
                (prefix, controller) ->
                        assertThat(wanted.keySet().removeIf(name -> name.startsWith(prefix)))
                                .as("metrics of " + controller)
                                .isTrue());

        var ours =
                families.stream()
                        .collect(Collectors.toMap(it -> it.head().name(), MetricsTest::shape));
        ours.keySet().retainAll(wanted.keySet());
        assertThat(ours).containsExactlyInAnyOrderEntriesOf(wanted);
    }

    @Test
    void the_rows_left_out_belong_to_controllers_that_are_not_built() {
        assertThat(built).hasSizeGreaterThan(15).doesNotContainAnyElementsOf(NOT_BUILT.values());
    }

    /// `-Dkcm.write=true` writes it.
    @Test
    void the_document_is_up_to_date() throws Exception {
        var text = document(families);
        if (Boolean.getBoolean("kcm.write")) {
            Files.writeString(DOCUMENT, text);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("stale: mvn -pl cluster test -Dtest=MetricsTest -Dkcm.write=true")
                .isEqualTo(text);
    }

    private static Map<String, String> upstreams() throws IOException {
        try (var facts = MetricsTest.class.getResourceAsStream(FACTS)) {
            var rows = new TreeMap<String, String>();
            new String(facts.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split("\t", -1))
                    .forEach(
                            row ->
                                    rows.put(
                                            row[0],
                                            shape(row[1], Arrays.asList(row[2].split(",")))));
            return rows;
        }
    }

    private static String shape(Family family) {
        return shape(family.head().type().text(), family.head().labels());
    }

    private static String shape(String type, List<String> labels) {
        return type
                + labels.stream()
                        .filter(it -> !it.isEmpty())
                        .sorted()
                        .collect(Collectors.joining(", ", " {", "}"));
    }

    private static String document(Collection<Family> families) {
        var text =
                new StringBuilder(
                        """
                        # Metrics of kube-controller-manager

                        What `/metrics` shows while all controllers that are built run. Generated by `MetricsTest`; do not edit. Names, types
                        and labels are upstream's, where upstream has the metric; `jvm_` and `kcm_` are ours.

                        | Metric | Type | Labels | |
                        |---|---|---|---|
                        """);
        families.forEach(family -> text.append(row(family.head())));
        return text.toString();
    }

    private static String row(Family.Head head) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        head.name(),
                        head.type().text(),
                        String.join(", ", head.labels()),
                        head.help().replace("|", "\\|").replace("\n", " "));
    }
}
