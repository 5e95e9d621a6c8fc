package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.NOW;
import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static dev.kcm.apiserver.table.PrintedTables.wideHeader;
import static dev.kcm.apiserver.table.PrintedTables.wideRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods in their states. See [PrintedTables].
class PodTableTest {
    private static final String TWO_CONTAINERS = "\"spec\": {\"containers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}";

    @Test
    void columns() {
        assertThat(header(Pod.PODS)).isEqualTo("NAME|READY|STATUS|RESTARTS|AGE");
        assertThat(wideHeader(Pod.PODS))
                .isEqualTo("NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES");
    }

    @Test
    void a_new_pod_shows_its_phase() {
        assertPod("{\"phase\": \"Pending\"}", "test|0/2|Pending|0|5m");
    }

    @Test
    void a_running_pod_counts_the_containers_that_run_and_are_ready() {
        assertPod(
                "{\"phase\": \"Running\", \"containerStatuses\": [%s, %s]}"
                        .formatted(container("a", true, RUNNING), container("b", false, RUNNING)),
                "test|1/2|Running|0|5m");
    }

    @Test
    void a_reason_of_the_pod_counts_before_its_phase() {
        assertPod("{\"phase\": \"Failed\", \"reason\": \"Evicted\"}", "test|0/2|Evicted|0|5m");
    }

    @Test
    void a_pod_behind_a_gate_says_so() {
        assertPod(
                "{\"phase\": \"Pending\", \"conditions\": [{\"type\": \"PodScheduled\", \"status\": \"False\","
                        + " \"reason\": \"SchedulingGated\"}]}",
                "test|0/2|SchedulingGated|0|5m");
    }

    @Test
    void the_first_container_that_waits_or_ended_gives_the_reason() {
        assertPod(
                "{\"phase\": \"Running\", \"containerStatuses\": [%s, %s]}"
                        .formatted(
                                container("a", false, "{\"waiting\": {\"reason\": \"CrashLoopBackOff\"}}"),
                                container("b", false, "{\"waiting\": {\"reason\": \"ImagePullBackOff\"}}")),
                "test|0/2|CrashLoopBackOff|0|5m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"exitCode\": 1, \"reason\": \"Error\"}|Error",
                "{\"exitCode\": 3}|ExitCode:3",
                "{\"exitCode\": 137, \"signal\": 9}|Signal:9",
                "{\"exitCode\": 0, \"reason\": \"Completed\"}|Completed",
            })
    void a_container_that_ended_says_how(String terminated, String status) {
        assertPod(
                "{\"phase\": \"Running\", \"containerStatuses\": [%s]}"
                        .formatted(container("a", false, "{\"terminated\": " + terminated + "}")),
                "test|0/2|" + status + "|0|5m");
    }

    @Test
    void a_pod_of_which_one_container_completed_and_one_runs_is_running_if_ready() {
        var containers = "\"containerStatuses\": [%s, %s]"
                .formatted(
                        container("a", false, "{\"terminated\": {\"exitCode\": 0, \"reason\": \"Completed\"}}"),
                        container("b", true, RUNNING));
        assertPod(
                "{\"phase\": \"Running\", \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}], " + containers
                        + "}",
                "test|1/2|Running|0|5m");
        assertPod("{\"phase\": \"Running\", " + containers + "}", "test|1/2|NotReady|0|5m");
    }

    @Test
    void a_failure_beside_a_completed_container_is_what_counts() {
        assertPod(
                "{\"phase\": \"Failed\", \"containerStatuses\": [%s, %s]}"
                        .formatted(
                                container("a", false, "{\"terminated\": {\"exitCode\": 0, \"reason\": \"Completed\"}}"),
                                container("b", false, "{\"terminated\": {\"exitCode\": 1, \"reason\": \"Error\"}}")),
                "test|0/2|Error|0|5m");
    }

    @Test
    void restarts_are_counted_and_the_last_one_is_dated() {
        assertPod("""
            {"phase": "Running", "containerStatuses": [
              {"name": "a", "ready": true, "restartCount": 3, "state": {"running": {}},
               "lastState": {"terminated": {"exitCode": 1, "finishedAt": "2026-01-01T11:59:50Z"}}},
              {"name": "b", "ready": true, "restartCount": 2, "state": {"running": {}},
               "lastState": {"terminated": {"exitCode": 1, "finishedAt": "2026-01-01T11:59:00Z"}}}]}\
            """, "test|2/2|Running|5" + " (10s" + " ago)|5m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"waiting\": {\"reason\": \"PodInitializing\"}}                  |Init:0/2",
                "{\"running\": {}}                                                 |Init:0/2",
                "{\"waiting\": {\"reason\": \"ErrImagePull\"}}                     |Init:ErrImagePull",
                "{\"terminated\": {\"exitCode\": 1, \"reason\": \"Error\"}}        |Init:Error",
                "{\"terminated\": {\"exitCode\": 2}}                               |Init:ExitCode:2",
                "{\"terminated\": {\"exitCode\": 137, \"signal\": 9}}              |Init:Signal:9",
            })
    void an_init_container_that_is_not_done_gives_the_reason(String state, String status) {
        var pod = pod(
                "\"spec\": {\"initContainers\": [{\"name\": \"i\"}, {\"name\": \"j\"}], \"containers\":"
                        + " [{\"name\": \"a\"}]}",
                "{\"phase\": \"Pending\", \"initContainerStatuses\": [%s, %s], \"containerStatuses\": [%s]}"
                        .formatted(
                                "{\"name\": \"i\", \"restartCount\": 2, \"state\": " + state + "}",
                                container("j", false, "{\"waiting\": {\"reason\": \"PodInitializing\"}}"),
                                container("a", false, "{\"waiting\": {\"reason\": \"PodInitializing\"}}")));
        assertThat(row(pod)).isEqualTo("test|0/1|" + status + "|2|5m");
    }

    @Test
    void the_second_init_container_waits_for_the_first() {
        var pod = pod(
                "\"spec\": {\"initContainers\": [{\"name\": \"i\"}, {\"name\": \"j\"}], \"containers\":"
                        + " [{\"name\": \"a\"}]}",
                "{\"phase\": \"Pending\", \"initContainerStatuses\": [%s, %s]}"
                        .formatted(
                                container("i", false, "{\"terminated\": {\"exitCode\": 0}}"),
                                container("j", false, RUNNING)));
        assertThat(row(pod)).isEqualTo("test|0/1|Init:1/2|0|5m");
    }

    @Test
    void restarts_of_init_containers_are_forgotten_once_they_are_done_but_not_those_of_sidecars() {
        var pod = pod("""
            "spec": {"initContainers": [{"name": "i"}, {"name": "side", "restartPolicy": "Always"}],
                     "containers": [{"name": "a"}]}\
            """, """
            {"phase": "Running", "initContainerStatuses": [
               {"name": "i", "restartCount": 7, "state": {"terminated": {"exitCode": 0}}},
               {"name": "side", "restartCount": 2, "ready": true, "started": true, "state": {"running": {}}}],
             "containerStatuses": [{"name": "a", "ready": true, "restartCount": 1, "state": {"running": {}}}]}\
            """);
        assertThat(row(pod)).isEqualTo("test|2/2|Running|3|5m");
    }

    @Test
    void a_pod_that_is_being_deleted_is_terminating_unless_it_has_finished() {
        assertThat(row(deleted("{\"phase\": \"Running\"}"))).isEqualTo("test|0/2|Terminating|0|5m");
        assertThat(row(deleted("{\"phase\": \"Succeeded\"}"))).isEqualTo("test|0/2|Succeeded|0|5m");
        assertThat(row(deleted("{\"phase\": \"Running\", \"reason\": \"NodeLost\"}")))
                .isEqualTo("test|0/2|Unknown|0|5m");
    }

    @Test
    void wide_columns_say_where_it_is() {
        var pod = pod("""
            "spec": {"nodeName": "node-1", "containers": [{"name": "a"}],
                     "readinessGates": [{"conditionType": "x"}, {"conditionType": "y"}]}\
            """, """
            {"phase": "Running", "podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}, {"ip": "fd00::1"}],
             "nominatedNodeName": "node-2",
             "conditions": [{"type": "x", "status": "True"}, {"type": "y", "status": "False"}]}\
            """);
        assertThat(wideRow(pod)).isEqualTo("test|0/1|Running|0|5m|10.0.0.1|node-1|node-2|1/2");
        assertThat(wideRow(pod("\"spec\": {}", "{\"phase\": \"Pending\"}")))
                .isEqualTo("test|0/0|Pending|0|5m|<none>|<none>|<none>|<none>");
    }

    private static final String RUNNING = "{\"running\": {}}";

    private void assertPod(String status, String row) {
        assertThat(row(pod(TWO_CONTAINERS, status))).isEqualTo(row);
    }

    private static Pod deleted(String status) {
        return pod(TWO_CONTAINERS, status).withMetadata(m -> m.deletionTimestamp(NOW));
    }

    private static Pod pod(String spec, String status) {
        return object(Pod.PODS, "{" + spec + ", \"status\": " + status + "}");
    }

    private static String container(String name, boolean isReady, String state) {
        return "{\"name\": \"%s\", \"ready\": %s, \"state\": %s}".formatted(name, isReady, state);
    }
}
