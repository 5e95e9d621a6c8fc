package dev.kcm.controllers.cloud.cloudnodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.cloud.cloudnodelifecycle.CloudNodeLifecycleController.Observed;
import dev.kcm.controllers.cloud.cloudnodelifecycle.CloudNodeLifecycleController.Snapshot;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Taint;
import dev.kcm.runtime.cloud.CloudException;
import dev.kcm.runtime.cloud.InstanceMetadata;
import dev.kcm.runtime.cloud.Instances;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.PlanAssert;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloudNodeLifecycleDecisionTest {
    private static final Taint OTHER =
            Taint.builder().key("own").effect("NoSchedule").build();

    @ParameterizedTest
    @CsvSource({
        "True,    false, true,  READY",
        "False,   true,  false, RUNNING",
        "Unknown, true,  true,  SHUT_DOWN",
        "Unknown, false, true,  GONE",
        "'',      false, false, GONE",
    })
    void the_cloud_is_asked_about_nodes_that_are_not_ready(
            String ready, boolean exists, boolean isShutDown, MachineState expected) {
        assertThat(MachineState.of(node(ready), new ScriptedInstances(() -> exists, () -> isShutDown)))
                .isEqualTo(expected);
    }

    @Test
    void from_a_cloud_that_cannot_say_nothing_follows() {
        Supplier<Boolean> fails = () -> {
            throw new CloudException("busy");
        };

        assertThat(MachineState.of(node("False"), new ScriptedInstances(fails, () -> true)))
                .isEqualTo(MachineState.UNKNOWN);
        assertThat(MachineState.of(node("False"), new ScriptedInstances(() -> true, fails)))
                .isEqualTo(MachineState.UNKNOWN);
        assertThat(plans(node("False"), MachineState.UNKNOWN)).isEmpty();
        assertThat(plans(tainted(), MachineState.RUNNING))
                .as("until it is ready")
                .isEmpty();
    }

    @Test
    void a_node_without_a_machine_is_deleted() {
        assertThat(plans(node("Unknown"), MachineState.GONE)).singleElement().satisfies(plan -> {
            PlanAssert.assertThat(plan).plans("record event DeletingNode", "delete nodes east-1");
            assertThat(Planned.in(plan).events().getFirst().note())
                    .isEqualTo("Deleting node east-1 because it does not exist in the cloud provider");
            assertThat(Planned.in(plan).eventTemplates())
                    .contains("DeletingNodeFailed: Failed deleting node east-1: %s");
        });
        var leaving = node("Unknown").withMetadata(it -> it.deletionTimestamp(Instant.EPOCH));
        assertThat(plans(leaving, MachineState.GONE))
                .as("it was deleted already")
                .isEmpty();
    }

    @Test
    void a_node_whose_machine_is_shut_down_is_tainted_once() {
        assertThat(plans(node("Unknown"), MachineState.SHUT_DOWN))
                .singleElement()
                .satisfies(
                        plan -> assertThat(patch(plan))
                                .isEqualTo(
                                        "{\"metadata\":{\"uid\":\"uid-1\",\"resourceVersion\":\"7\"},\"spec\":{\"taints\":["
                                            + "{\"key\":\"own\",\"effect\":\"NoSchedule\"},"
                                            + "{\"key\":\"node.cloudprovider.kubernetes.io/shutdown\",\"effect\":\"NoSchedule\"}]}}"));
        assertThat(plans(tainted(), MachineState.SHUT_DOWN)).isEmpty();
    }

    @Test
    void a_ready_node_loses_the_taint() {
        assertThat(plans(tainted(), MachineState.READY))
                .singleElement()
                .satisfies(plan ->
                        assertThat(patch(plan)).contains("\"taints\":[{\"key\":\"own\",\"effect\":\"NoSchedule\"}]"));
        assertThat(plans(node("True"), MachineState.READY)).isEmpty();
    }

    private static List<Plan> plans(Node node, MachineState machine) {
        return new CloudNodeLifecycleController(Duration.ofSeconds(5), new ScriptedInstances(() -> true, () -> true))
                .decide(new Snapshot(List.of(new Observed(node, machine))));
    }

    private static String patch(Plan plan) {
        return Planned.in(plan).patches().getFirst().patch().utf8();
    }

    private static Node node(String ready) {
        var node = Node.builder()
                .metadata(it -> it.name("east-1").uid("uid-1").resourceVersion("7"))
                .spec(it -> it.taints(List.of(OTHER)))
                .build();
        return ready.isEmpty()
                ? node
                : node.withStatus(it ->
                        it.addConditions(condition -> condition.type("Ready").status(ready)));
    }

    private static Node tainted() {
        return node("Unknown").withSpec(it -> it.taints(List.of(OTHER, ShutdownTaint.TAINT)));
    }

    private record ScriptedInstances(Supplier<Boolean> existence, Supplier<Boolean> power) implements Instances {
        @Override
        public boolean exists(Node node) {
            return existence.get();
        }

        @Override
        public boolean isShutDown(Node node) {
            return power.get();
        }

        @Override
        public InstanceMetadata metadata(Node node) {
            throw new AssertionError("this controller registers no nodes");
        }
    }
}
