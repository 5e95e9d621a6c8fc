package dev.kcm.controllers.workload.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Rolls out against ReplicaSets whose pods come and go one request at a time and whose status is late, while the user
/// changes the template again and again, also back. Pods do not fail here, so that fewer available ones than allowed
/// were ordered away by the rollout. `-Dkcm.simulation.seeds=N` runs more.
class RollingUpdateSimulationTest {
    private static final int REPLICAS = 20;
    private static final int STEPS = 6_000;
    private static final int STEPS_TO_REST = 50_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("kcm.simulation.seeds", 40));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void enough_pods_stay_available_all_the_way(long seed) {
        var world = new World(new Random(seed));
        for (int step = 0; step < STEPS; step++) {
            world.step(step % 300 == 0);
            world.checkAvailability("seed " + seed + ", step " + step);
        }
        for (int step = 0; step < STEPS_TO_REST && !world.isComplete(); step++) {
            world.step(false);
            world.checkAvailability("seed " + seed + ", at rest, step " + step);
        }

        assertThat(world.isComplete()).as("seed %d: the rollout ends", seed).isTrue();
    }

    /// A Deployment of three templates and the ReplicaSets of those that were rolled out.
    private static final class World {
        private static final List<String> IMAGES = List.of("v1", "v2", "v3");

        private final Random random;
        private final Map<String, SimulatedSet> sets = new LinkedHashMap<>();
        private Deployment deployment = Deployments.deployment("web", REPLICAS, "25%", "25%");

        World(Random random) {
            this.random = random;
            var first = new SimulatedSet("v2", REPLICAS, random);
            first.fill();
            sets.put("v2", first);
        }

        void step(boolean changesTemplate) {
            if (changesTemplate) {
                var image = IMAGES.get(random.nextInt(IMAGES.size()));
                deployment = deployment.withSpec(spec -> spec.template(Deployments.template(image)));
            }
            if (random.nextInt(4) == 0) {
                sync();
            } else {
                var all = List.copyOf(sets.values());
                all.get(random.nextInt(all.size())).step();
            }
        }

        void checkAvailability(String when) {
            int minimum = REPLICAS - RolloutLimits.of(deployment).unavailable();
            assertThat(sets.values().stream().mapToInt(SimulatedSet::available).sum())
                    .as("available pods at %s: %s", when, sets)
                    .isGreaterThanOrEqualTo(minimum);
        }

        boolean isComplete() {
            var current = sets.get(image());
            return current != null
                    && current.available() == REPLICAS
                    && sets.values().stream().allMatch(set -> set == current || set.podCount() == 0);
        }

        private void sync() {
            var owned = OwnedReplicaSets.of(
                    deployment, sets.values().stream().map(SimulatedSet::cached).toList());
            if (owned.current().isEmpty()) {
                int size = ReplicaSetScaling.currentSizeWithinSurge(deployment, owned, 0);
                sets.put(image(), new SimulatedSet(image(), size, random));
                return;
            }
            var sizes =
                    ReplicaSetScaling.rolling(deployment, owned, owned.current().orElseThrow());
            for (var set : owned.all().toList()) {
                var size = sizes.of(set);
                if (size.isPresent() && !sets.get(set.name()).scale(set, size.get())) {
                    return;
                }
            }
        }

        private String image() {
            return deployment.spec().template().spec().containers().getFirst().image();
        }
    }

    private static final class SimulatedPod {
        private boolean isAvailable;

        SimulatedPod(boolean isAvailable) {
            this.isAvailable = isAvailable;
        }
    }

    /// A ReplicaSet, its pods, and its controller at work on it.
    private static final class SimulatedSet {
        private final Random random;
        private final List<SimulatedPod> pods = new ArrayList<>();
        private ReplicaSet stored;
        private int version;
        private ReplicaSet cachedByDeployment;
        private ReplicaSet cachedByItsController;

        /// What its controller observed and is about to carry out and to report.
        private ReplicaSet synced;

        private int observedAvailable;
        private int toCreate;
        private final ArrayDeque<SimulatedPod> toDelete = new ArrayDeque<>();

        SimulatedSet(String image, int size, Random random) {
            this.random = random;
            this.stored = Deployments.replicaSet(image, size, 0, image);
            this.cachedByDeployment = stored;
            this.cachedByItsController = stored;
            this.synced = stored;
        }

        void fill() {
            while (pods.size() < OwnedReplicaSets.size(stored)) {
                pods.add(new SimulatedPod(true));
            }
            store(stored.withStatus(status -> status.availableReplicas(available())));
        }

        ReplicaSet cached() {
            return cachedByDeployment;
        }

        int available() {
            return (int) pods.stream().filter(pod -> pod.isAvailable).count();
        }

        int podCount() {
            return pods.size();
        }

        /// Refused as by a server, when the set changed since; the Deployment's own write shows in its cache.
        boolean scale(ReplicaSet observed, int size) {
            if (hasChangedSince(observed)) {
                return false;
            }
            store(stored.withSpec(spec -> spec.replicas(size)));
            cachedByDeployment = stored;
            return true;
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0 -> cachedByDeployment = stored;
                case 1 -> cachedByItsController = stored;
                case 2 ->
                    pods.stream().filter(pod -> !pod.isAvailable).findFirst().ifPresent(pod -> pod.isAvailable = true);
                default -> work();
            }
        }

        private void store(ReplicaSet changed) {
            version++;
            stored = changed.withMetadata(m -> m.resourceVersion(Integer.toString(version)));
        }

        private boolean hasChangedSince(ReplicaSet observed) {
            return !observed.resourceVersion().equals(stored.resourceVersion());
        }

        /// One request of its controller: a creation, a deletion, or at last the status with what it observed before.
        private void work() {
            if (toCreate > 0) {
                toCreate--;
                pods.add(new SimulatedPod(false));
            } else if (!toDelete.isEmpty()) {
                pods.remove(toDelete.remove());
            } else {
                if (!hasChangedSince(synced) && stored.status().availableReplicas() != observedAvailable) {
                    store(stored.withStatus(status -> status.availableReplicas(observedAvailable)));
                    cachedByItsController = stored;
                }
                observe();
            }
        }

        private void observe() {
            synced = cachedByItsController;
            observedAvailable = available();
            int size = OwnedReplicaSets.size(synced);
            toCreate = Math.max(0, size - pods.size());
            var unavailableFirst = new ArrayList<>(pods);
            Collections.shuffle(unavailableFirst, random);
            unavailableFirst.sort((one, other) -> Boolean.compare(one.isAvailable, other.isAvailable));
            unavailableFirst.stream().limit(Math.max(0, pods.size() - size)).forEach(toDelete::add);
        }

        @Override
        public String toString() {
            return "%s: %d of %d available, size %d, reported %d"
                    .formatted(
                            stored.name(),
                            available(),
                            pods.size(),
                            OwnedReplicaSets.size(stored),
                            stored.status().availableReplicas());
        }
    }
}
