package dev.kcm.conformance.workload;

import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.daemonSet;
import static dev.kcm.testing.scenario.Builders.node;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.DaemonSetBuilder;
import dev.kcm.testing.scenario.Locators;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.util.Map;
import java.util.stream.IntStream;

/// Nodes of one scenario about a DaemonSet: labelled with its name, and closed to the pods of others, which daemon pods
/// do not mind.
record DaemonNodes(String label) {
    static final String LABEL = "kcm.dev/daemon-scenario";

    /// What a kubelet would register, without which the real scheduler binds nothing.
    private static final Map<String, Quantity> ROOM =
            Map.of("cpu", Quantity.parse("32"), "memory", Quantity.parse("256Gi"), "pods", Quantity.parse("110"));

    /// Gives a scenario this many of them. A real server keeps new nodes closed until a node lifecycle controller opens
    /// them, and daemon pods do mind that.
    Scenario in(Scenario scenario, int count) {
        IntStream.rangeClosed(1, count)
                .forEach(number -> scenario.given(numbered(number)).when(untaint(number)));
        return scenario;
    }

    AnyObjectBuilder<Node> numbered(int number) {
        return node(name(number))
                .label(LABEL, label)
                .with(it -> it.withSpec(spec -> spec.unschedulable(true))
                        .withStatus(status -> status.capacity(ROOM).allocatable(ROOM)));
    }

    String name(int number) {
        return "kcm-daemon-%s-%d".formatted(label, number);
    }

    /// A set that runs on these nodes only.
    DaemonSetBuilder set(String name) {
        return daemonSet(name).onNodesWith(LABEL, label);
    }

    Action taint(int number, String effect) {
        var taints = "{\"spec\":{\"taints\":[{\"key\":\"example.com/fire\",\"effect\":\"%s\"}]}}";
        return patch(node(name(number)), taints.formatted(effect));
    }

    Action untaint(int number) {
        return patch(node(name(number)), "{\"spec\":{\"taints\":null}}");
    }

    /// The pod of a set on one of the nodes.
    ObjectLocator<Pod> podOn(String set, int number) {
        return Locators.anyOf(Locators.podsOf(set)
                .that("are on node " + number, pod -> pod.spec().nodeName().equals(name(number))));
    }
}
