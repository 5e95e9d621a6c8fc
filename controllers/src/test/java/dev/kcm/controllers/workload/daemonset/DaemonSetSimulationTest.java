package dev.kcm.controllers.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes, pods, users and the controller in any order: on the way no limit is broken, and what is remembered equals
/// what
/// would be found anew; in the end every node has what it should.
class DaemonSetSimulationTest {
    private static final int SEEDS = 15;
    private static final int STEPS = 250;
    private static final int NODES = 12;

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "25%, 0", "0, 1", "0, 3", "0, 20%"})
    void any_order_leads_to_the_same_end(String unavailable, String surge) {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Run(seed, unavailable, surge).play();
        }
    }

    private static final class Run {
        private final Random random;
        private final String name;
        private final DaemonSetWorld world;
        private final Map<String, Node> nodes = new HashMap<>();
        private final Map<String, LeanPod> pods = new HashMap<>();
        private final boolean surges;
        private Duration elapsed = Duration.ZERO;
        private int created;
        private int templates = 2;

        Run(long seed, String unavailable, String surge) {
            this.random = new Random(seed);
            this.name = "seed %d, maxUnavailable %s, maxSurge %s".formatted(seed, unavailable, surge);
            this.surges = !surge.equals("0");
            this.world = DaemonSetWorld.fresh(
                    0,
                    DaemonSetWorld.limits(unavailable, surge)
                            .andThen(spec -> spec.minReadySeconds(random.nextInt(3) * 5)));
            for (int i = 0; i < NODES; i++) {
                put(node("node-" + i, false));
            }
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> taintOrClear();
                    case 1 -> comeOrGo();
                    case 2 -> newTemplate();
                    case 3 -> fail();
                    case 4, 5, 6, 7 -> live();
                    default -> sync();
                }
                pass(Duration.ofMillis(random.nextInt(3_000)));
            }
            comeToRest();
        }

        private void comeToRest() {
            for (int round = 0; round < 150; round++) {
                sync();
                List.copyOf(pods.values()).forEach(this::advance);
                pass(Duration.ofMinutes(1));
            }
            var perNode = new HashMap<String, Integer>();
            for (var pod : pods.values()) {
                if (nodes.containsKey(pod.spec().nodeName())) {
                    perNode.merge(pod.spec().nodeName(), 1, Integer::sum);
                    assertThat(isOfPresentTemplate(pod)).as(name).isTrue();
                }
            }
            var expected = new HashMap<String, Integer>();
            nodes.values().stream()
                    .filter(node -> node.spec().taints().isEmpty())
                    .forEach(node -> expected.put(node.name(), 1));
            assertThat(perNode).as(name).isEqualTo(expected);
            assertThat(world.set().status().numberAvailable()).as(name).isEqualTo(expected.size());
            assertThat(world.decided().isNothing()).as(name).isTrue();
        }

        private void sync() {
            var snapshot = world.observed();
            isAsFoundAnew(snapshot);
            var plan = world.controller().decide(snapshot);
            staysWithinLimits(snapshot, plan);
            var settled = world.controller().settle(snapshot, Outcomes.NONE);
            world.controller().measure(snapshot, Outcomes.NONE, Duration.ZERO);
            apply(plan);
            apply(settled);
        }

        private void isAsFoundAnew(Snapshot snapshot) {
            var kept = snapshot.slots();
            var anew = NodeSlots.of(Optional.empty(), kept.placement(), kept.nodes(), kept.pods());
            assertThat(snapshot.kinds()).as(name).isEqualTo(anew.kinds(snapshot.availableSince()));
            assertThat(kept.slots().sum()).as(name).isEqualTo(anew.slots().sum());
        }

        /// Of the nodes that shall run a pod, no more lose an available one than may; with a surge none does.
        private void staysWithinLimits(Snapshot snapshot, Plan plan) {
            var deleted = plan.steps()
                    .filter(step -> step.isDelete() && step.resource().equals(LeanPod.PODS))
                    .map(step -> step.key().name())
                    .toList();
            var slots = snapshot.find(Integer.MAX_VALUE, SlotKind::shallRun);
            int without = 0;
            int losing = 0;
            for (var slot : slots) {
                var available = slot.pods(snapshot.availableSince(), pod -> pod.isAvailable() && !pod.isDeleting());
                var left = available.stream()
                        .filter(pod -> !deleted.contains(pod.name()))
                        .toList();
                without += available.isEmpty() ? 1 : 0;
                losing += !available.isEmpty() && left.isEmpty() ? 1 : 0;
                assertThat(slot.pods(snapshot.availableSince(), pod -> !pod.isDeleting() && !pod.isFinished()))
                        .as(name)
                        .hasSizeLessThanOrEqualTo(surges ? 2 : 1);
            }
            int allowed = surges ? 0 : snapshot.settings().maxUnavailable(slots.size());
            assertThat(losing).as(name).isLessThanOrEqualTo(Math.max(0, allowed - without));
        }

        private void apply(Plan plan) {
            plan.steps().flatMap(step -> step.as(Operation.class).stream()).forEach(operation -> {
                switch (operation) {
                    case Operation.Create create when create.object() instanceof Pod pod -> create(pod);
                    case Operation.Create create -> world.revision((ControllerRevision) create.object());
                    case Operation.Update update
                    when update.object() instanceof DaemonSet set -> world.change(it -> it.withStatus(set.status()));
                    case Operation.Update update -> world.revision((ControllerRevision) update.object());
                    case Operation.Delete delete
                    when delete.resource().equals(LeanPod.PODS) ->
                        delete(pods.get(delete.key().name()));
                    case Operation.Delete delete ->
                        world.remove(
                                ControllerRevision.CONTROLLER_REVISIONS,
                                world.stores()
                                        .of(ControllerRevision.CONTROLLER_REVISIONS)
                                        .find(delete.key())
                                        .orElseThrow());
                    default -> throw new AssertionError(operation);
                }
            });
        }

        private void create(Pod made) {
            var podName = "agent-" + created++;
            put(LeanPod.of(made.withMetadata(it ->
                            it.name(podName).uid("uid-" + podName).creationTimestamp(DaemonSetWorld.NOW.plus(elapsed)))
                    .withStatus(it -> it.phase("Pending"))));
        }

        private void delete(LeanPod pod) {
            if (pod.spec().nodeName().isEmpty()) {
                remove(pod);
            } else {
                put(DaemonSetWorld.deleting(pod));
            }
        }

        // ---- what others do

        private void taintOrClear() {
            var node = any(nodes);
            node.ifPresent(it -> put(node(it.name(), it.spec().taints().isEmpty())));
        }

        private void comeOrGo() {
            if (nodes.size() < NODES || random.nextInt(3) == 0) {
                put(node("node-" + random.nextInt(NODES + 3), false));
                return;
            }
            any(nodes).ifPresent(node -> {
                nodes.remove(node.name());
                world.remove(Node.NODES, node);
                // The pod garbage collector.
                List.copyOf(pods.values()).stream()
                        .filter(pod -> pod.spec().nodeName().equals(node.name()))
                        .forEach(this::remove);
            });
        }

        private void newTemplate() {
            templates++;
            world.change(set -> set.withSpec(spec -> spec.template(set.spec()
                            .template()
                            .withMetadata(it -> it.putAnnotations("template", "" + (templates % 5)))))
                    .withMetadata(it -> it.generation(set.metadata().generation() + 1)
                            .putAnnotations(Annotations.TEMPLATE_GENERATION, Integer.toString(templates))));
        }

        private void fail() {
            any(pods)
                    .filter(pod -> !pod.isDeleting() && !pod.spec().nodeName().isEmpty())
                    .ifPresent(pod -> put(DaemonSetWorld.phase(pod, "Failed")));
        }

        private void live() {
            any(pods).ifPresent(this::advance);
        }

        /// A pod is bound, becomes ready, and goes when it shall.
        private void advance(LeanPod pod) {
            if (!pods.containsKey(pod.name())) {
                return;
            }
            if (pod.isDeleting()) {
                remove(pod);
            } else if (pod.spec().nodeName().isEmpty()) {
                TargetNode.of(pod)
                        .filter(nodes::containsKey)
                        .ifPresent(node -> put(pod.withSpec(spec -> spec.nodeName(node))));
            } else if (!PodState.isFinished(pod) && !PodState.isReady(pod)) {
                put(DaemonSetWorld.readySince(pod, DaemonSetWorld.NOW.plus(elapsed)));
            }
        }

        private boolean isOfPresentTemplate(LeanPod pod) {
            return Integer.toString(templates).equals(pod.labels().get(Labels.TEMPLATE_GENERATION))
                    || world.observed().revisions().hash().equals(pod.labels().get(Labels.REVISION));
        }

        private void pass(Duration time) {
            elapsed = elapsed.plus(time);
            world.at(elapsed);
        }

        private static Node node(String name, boolean isTainted) {
            return Node.builder()
                    .metadata(it -> it.name(name).uid("uid-" + name))
                    .spec(spec -> {
                        if (isTainted) {
                            spec.addTaints(it -> it.key("example.com/fire").effect("NoExecute"));
                        }
                    })
                    .build();
        }

        private <T> Optional<T> any(Map<String, T> all) {
            var names = new ArrayList<>(all.keySet());
            names.sort(null);
            return names.isEmpty() ? Optional.empty() : Optional.of(all.get(names.get(random.nextInt(names.size()))));
        }

        private void put(Node node) {
            nodes.put(node.name(), node);
            world.nodes(node);
        }

        private void put(LeanPod pod) {
            pods.put(pod.name(), pod);
            world.pods(pod);
        }

        private void remove(LeanPod pod) {
            pods.remove(pod.name());
            world.remove(LeanPod.PODS, pod);
        }
    }
}
