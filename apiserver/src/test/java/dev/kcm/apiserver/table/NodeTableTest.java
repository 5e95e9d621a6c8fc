package dev.kcm.apiserver.table;

import static dev.kcm.apiserver.table.PrintedTables.header;
import static dev.kcm.apiserver.table.PrintedTables.object;
import static dev.kcm.apiserver.table.PrintedTables.row;
import static dev.kcm.apiserver.table.PrintedTables.wideHeader;
import static dev.kcm.apiserver.table.PrintedTables.wideRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes. See [PrintedTables].
class NodeTableTest {
    @Test
    void columns() {
        assertThat(header(Node.NODES)).isEqualTo("NAME|STATUS|ROLES|AGE|VERSION");
        assertThat(wideHeader(Node.NODES))
                .isEqualTo("NAME|STATUS|ROLES|AGE|VERSION|INTERNAL-IP|EXTERNAL-IP|OS-IMAGE|KERNEL-VERSION"
                        + "|CONTAINER-RUNTIME");
    }

    @ParameterizedTest
    @CsvSource({"True, false, Ready", "False, false, NotReady", "Unknown, false, NotReady"})
    void a_node_is_ready_or_not(String ready, boolean isUnschedulable, String status) {
        assertThat(row(node(ready, isUnschedulable))).isEqualTo("test|" + status + "|<none>|5m|");
    }

    @Test
    void a_cordoned_node_says_so() {
        assertThat(row(node("True", true))).isEqualTo("test|Ready,SchedulingDisabled|<none>|5m|");
    }

    @Test
    void a_node_that_nobody_reports_on_is_unknown() {
        assertThat(wideRow(object(Node.NODES, "{}")))
                .isEqualTo("test|Unknown|<none>|5m||<none>|<none>|<unknown>|<unknown>|<unknown>");
    }

    @Test
    void roles_are_labels() {
        var node = node("True", false)
                .withMetadata(m -> m.putLabels("node-role.kubernetes.io/worker", "")
                        .putLabels("node-role.kubernetes.io/", "")
                        .putLabels("kubernetes.io/role", "control-plane")
                        .putLabels("other", "label"));
        assertThat(row(node)).isEqualTo("test|Ready|control-plane,worker|5m|");
    }

    @Test
    void wide_columns_describe_the_machine() {
        assertThat(wideRow(object(Node.NODES, """
            {"status": {"conditions": [{"type": "Ready", "status": "True"}],
              "addresses": [{"type": "Hostname", "address": "h"}, {"type": "InternalIP", "address": "10.0.0.1"},
                            {"type": "InternalIP", "address": "10.0.0.2"}, {"type": "ExternalIP", "address": "1.1.1.1"}],
              "nodeInfo": {"kubeletVersion": "v1.36.3", "osImage": "Debian", "kernelVersion": "6.12",
                           "architecture": "arm64", "containerRuntimeVersion": "containerd://2.0"}}}\
            """)))
                .isEqualTo("test|Ready|<none>|5m|v1.36.3|10.0.0.1|1.1.1.1|Debian|6.12 (arm64)|containerd://2.0");
    }

    private static Node node(String ready, boolean isUnschedulable) {
        return object(Node.NODES, """
            {"spec": {"unschedulable": %s}, "status": {"conditions": [{"type": "Ready", "status": "%s"}]}}\
            """.formatted(isUnschedulable, ready));
    }
}
