package dev.kcm.controllers.housekeeping.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.housekeeping.garbagecollector.SimulatedServer.Stored;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Propagation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Random objects, owners and deletions in any order, with failures and lost events: nothing goes
/// that has an owner, and everything goes that has none left. `-Dkcm.simulation.seeds` sets how
/// many are tried.
class GarbageCollectorSimulationTest {
    private static final int ACTIONS = 120;
    private static final List<String> NAMESPACES = List.of("north", "south");

    @TestFactory
    Stream<DynamicTest> collects_what_has_lost_its_owners_and_nothing_else() {
        return IntStream.range(0, Integer.getInteger("kcm.simulation.seeds", 100))
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(seed)));
    }

    private static void run(int seed) {
        var random = new Random(seed);
        var simulation = new Simulation(random);
        simulation.failing(seed % 2 == 0 ? 0 : 0.2);
        for (int action = 0; action < ACTIONS; action++) {
            act(simulation, random);
            for (int steps = random.nextInt(6); steps > 0; steps--) {
                simulation.step();
            }
        }
        simulation.failing(0);
        for (var stored : simulation.server().objects()) {
            releaseHeld(simulation, stored);
        }
        simulation.settle(20_000);

        assertThat(simulation.mistakes()).isEmpty();
        assertThat(simulation.server().objects())
                .as("left behind")
                .noneMatch(stored -> isGarbage(stored, simulation.server()));
    }

    private static void act(Simulation simulation, Random random) {
        var server = simulation.server();
        var objects = server.objects();
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3, 4, 5 ->
                server.create(
                        Simulation.KINDS.get(random.nextInt(Simulation.KINDS.size())),
                        NAMESPACES.get(random.nextInt(2)),
                        "object-" + random.nextInt(25),
                        owners(objects.stream().toList(), random));
            case 6, 7 -> pick(objects.stream().toList(), random).forEach(it -> server.delete(it, propagation(random)));
            case 8 -> pick(objects.stream().toList(), random).forEach(server::touch);
            case 9 ->
                pick(objects.stream().filter(it -> !it.isDeleting()).toList(), random)
                        .forEach(it ->
                                server.setOwners(it, owners(objects.stream().toList(), random)));
            case 10 ->
                pick(objects.stream().filter(it -> !it.isDeleting()).toList(), random)
                        .forEach(it -> server.setFinalizers(it, List.of("example.com/held")));
            default -> simulation.loseEvents();
        }
    }

    /// None, one or two, in any namespace and sometimes with something wrong about them.
    private static List<OwnerReference> owners(List<Stored> objects, Random random) {
        var owners = new ArrayList<OwnerReference>();
        for (int count = random.nextInt(3); count > 0; count--) {
            for (var owner : pick(objects, random)) {
                var reference = Simulation.reference(owner, random.nextBoolean());
                if (owners.stream().noneMatch(it -> it.uid().equals(reference.uid()))) {
                    owners.add(random.nextInt(10) == 0 ? reference.withName("wrong") : reference);
                }
            }
        }
        return owners;
    }

    private static List<Stored> pick(List<Stored> objects, Random random) {
        return objects.isEmpty() ? List.of() : List.of(objects.get(random.nextInt(objects.size())));
    }

    private static Propagation propagation(Random random) {
        return List.of(Propagation.values()).get(random.nextInt(Propagation.values().length));
    }

    private static void releaseHeld(Simulation simulation, Stored stored) {
        var server = simulation.server();
        if (stored.metadata().finalizers().contains("example.com/held")) {
            var others = stored.metadata().finalizers().stream()
                    .filter(finalizer -> !finalizer.equals("example.com/held"))
                    .toList();
            server.setFinalizers(stored, others);
        }
    }

    /// Has lost all owners, or waits for dependents that are gone.
    private static boolean isGarbage(Stored stored, SimulatedServer server) {
        if (stored.isDeleting()) {
            return true;
        }
        var references = stored.metadata().ownerReferences();
        var isClusterWide = stored.metadata().namespace().isEmpty();
        return !references.isEmpty()
                && !isClusterWide
                && references.stream()
                        .allMatch(reference -> server.owner(
                                        reference, stored.metadata().namespace())
                                .isEmpty());
    }
}
