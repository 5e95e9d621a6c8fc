package dev.kcm.controllers.network.endpointslice;

import static dev.kcm.controllers.network.endpointslice.Slices.HTTP;
import static dev.kcm.controllers.network.endpointslice.Slices.endpoint;
import static dev.kcm.controllers.network.endpointslice.Slices.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.slices.EndpointIdentity;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.controllers.shared.slices.SliceChanges;
import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pods come, change and go at random; after each change the slices hold exactly the endpoints, no
/// slice holds too many, and no more was written than had to be.
class SlicePackingSimulationTest {
    private static final int CHANGES = 300;

    private final Map<EndpointIdentity, Endpoint> wanted = new LinkedHashMap<>();
    private List<EndpointSlice> slices = new ArrayList<>();
    private int pods;
    private int sliceNames;

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void keeps_the_same_endpoints_with_few_writes(long seed) {
        var random = new Random(seed);
        int capacity = 1 + random.nextInt(12);
        for (int change = 0; change < CHANGES; change++) {
            changeSome(random, 1 + random.nextInt(random.nextInt(10) == 0 ? 5 * capacity : 3));
            var group = new PortGroup("IPv4", List.of(HTTP), new LinkedHashMap<>(wanted));

            var changes = SlicePacking.pack(group, slices, capacity, _ -> false).reusing(_ -> true);

            assertThat(writes(changes))
                    .as("seed %d, change %d", seed, change)
                    .isLessThanOrEqualTo(allowedWrites(capacity));
            slices = carriedOut(changes);
            assertHoldsWhatIsWanted(capacity);
            assertThat(SlicePacking.pack(group, slices, capacity, _ -> false).builders())
                    .isEmpty();
        }
    }

    private void changeSome(Random random, int count) {
        for (int i = 0; i < count; i++) {
            var present = new ArrayList<>(wanted.keySet());
            int choice = random.nextInt(3);
            if (choice == 0 || present.isEmpty()) {
                var endpoint = endpoint("pod-" + pods++);
                wanted.put(EndpointIdentity.of(endpoint), endpoint);
            } else if (choice == 1) {
                wanted.remove(present.get(random.nextInt(present.size())));
            } else {
                wanted.computeIfPresent(
                        present.get(random.nextInt(present.size())),
                        (_, endpoint) -> endpoint.withZone("zone-" + random.nextInt(3)));
            }
        }
    }

    /// One for each slice that lost or changed something. What found no room in those fills as many
    /// new slices as it can; the rest of it goes where it fits, or into one more. Slices that
    /// became empty are used again for new ones, or deleted.
    private int allowedWrites(int capacity) {
        int placed = 0;
        int written = 0;
        int emptied = 0;
        int room = 0;
        var unchangedSizes = new ArrayList<Integer>();
        for (var slice : slices) {
            int size = slice.endpoints().size();
            int kept = (int) slice.endpoints().stream().filter(this::isWanted).count();
            placed += kept;
            if (kept == 0) {
                emptied++;
            } else if (kept == size && slice.endpoints().stream().allMatch(wanted::containsValue)) {
                unchangedSizes.add(size);
            } else {
                written++;
                room += capacity - kept;
            }
        }
        int left = Math.max(0, wanted.size() - placed - room);
        int rest = left % capacity;
        var fits = rest > 0 && unchangedSizes.stream().anyMatch(size -> size + rest <= capacity);
        int created = left / capacity + (rest > 0 && !fits ? 1 : 0);
        return written + (fits ? 1 : 0) + Math.max(created, emptied);
    }

    private boolean isWanted(Endpoint endpoint) {
        return wanted.containsKey(EndpointIdentity.of(endpoint));
    }

    private static int writes(SliceChanges changes) {
        return changes.builders().size() + changes.deleted().size();
    }

    private List<EndpointSlice> carriedOut(SliceChanges changes) {
        var now = new ArrayList<>(changes.unchanged());
        for (var builder : changes.builders()) {
            var name = builder.existing().map(EndpointSlice::name).orElse("slice-" + sliceNames++);
            now.add(slice(name, builder.endpoints().toArray(Endpoint[]::new)));
        }
        return now;
    }

    private void assertHoldsWhatIsWanted(int capacity) {
        var held = new ArrayList<Endpoint>();
        slices.forEach(slice -> held.addAll(slice.endpoints()));
        assertThat(held).containsExactlyInAnyOrderElementsOf(wanted.values());
        assertThat(slices).allSatisfy(slice -> assertThat(slice.endpoints()).hasSizeBetween(1, capacity));
    }
}
