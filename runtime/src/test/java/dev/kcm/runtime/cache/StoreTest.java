package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreTest {
    private static final Index<ConfigMap> BY_COLOUR = Index.byLabel(ConfigMap.CONFIG_MAPS, "colour");
    private static final Tally<ConfigMap, Integer> SIZES = new Tally<>(
            ConfigMap.CONFIG_MAPS,
            "sizes by namespace",
            object -> List.of(object.namespace()),
            0,
            (sum, object) -> sum + object.data().size(),
            (sum, object) -> sum - object.data().size());

    private final Store<ConfigMap> store = new Store<>(ConfigMap.CONFIG_MAPS);
    private final List<String> told = new ArrayList<>();

    StoreTest() {
        store.index(BY_COLOUR);
        store.tally(SIZES);
        store.onChange(change -> told.add(
                change.getClass().getSimpleName() + " " + change.object().name()));
    }

    @Test
    void tells_listeners_what_changed_and_nothing_twice() {
        replaceAll(2, object("a", 1, "red"), object("b", 2, "red"));
        store.apply(object("a", 1, "red"), false);
        store.apply(object("a", 3, "blue"), false);
        store.remove(object("b", 4, "red"));

        assertThat(told.subList(0, 2)).containsExactlyInAnyOrder("Added a", "Added b");
        assertThat(told.subList(2, told.size())).containsExactly("Updated a", "Deleted b");
        assertThat(store.byIndex(BY_COLOUR, "red")).isEmpty();
        assertThat(store.byIndex(BY_COLOUR, "blue")).extracting(ConfigMap::name).containsExactly("a");
    }

    @Test
    void a_new_object_of_an_old_name_arrives_as_delete_then_add() {
        store.apply(object("a", 1, "red"), false);
        store.apply(object("a", 5, "red").withMetadata(m -> m.uid("another")), false);

        assertThat(told).containsExactly("Added a", "Deleted a", "Added a");
    }

    @Test
    void what_can_be_found_is_tallied_already() {
        var found = new ArrayList<String>();
        var seen = new Store<>(ConfigMap.CONFIG_MAPS);
        seen.tally(new Tally<>(
                ConfigMap.CONFIG_MAPS,
                "versions found meanwhile",
                object -> List.of(object.namespace()),
                0,
                (sum, object) -> {
                    found.add(seen.find(object.key())
                            .map(ConfigMap::resourceVersion)
                            .orElse("none"));
                    return sum + 1;
                },
                (sum, _) -> sum - 1));

        seen.apply(object("a", 1, "red"), false);
        seen.apply(object("a", 2, "red"), false);

        assertThat(found).containsExactly("none", "1");
    }

    /// Who waits for its own write is woken by its event, and must find the write shown then.
    @Test
    void the_position_has_moved_when_listeners_hear_of_a_change() {
        var positions = new ArrayList<Long>();
        store.onChange(_ -> positions.add(store.position()));

        store.apply(object("a", 3, "red"), false, 3);
        store.apply(object("a", 5, "blue"), false, 5);
        store.remove(object("a", 8, "blue"), 8);

        assertThat(positions).containsExactly(3L, 5L, 8L);
    }

    @Test
    void a_new_listing_removes_what_it_lacks_and_leaves_the_rest_alone() {
        replaceAll(2, object("a", 1, "red"), object("b", 2, "red"));
        told.clear();
        replaceAll(7, object("b", 2, "red"), object("c", 7, "red"));

        assertThat(told).containsExactly("Deleted a", "Added c");
        assertThat(store.position()).isEqualTo(7);
        assertThat(store.find(new ObjectKey("default", "c"))).isPresent();
    }

    @Test
    void a_listener_that_fails_does_not_keep_others_from_hearing() {
        var second = new Store<>(ConfigMap.CONFIG_MAPS);
        second.onChange(_ -> {
            throw new IllegalStateException("expected by this test");
        });
        second.onChange(change -> told.add(change.object().name()));

        second.apply(object("a", 1, "red"), false);

        assertThat(told).containsExactly("a");
    }

    @Test
    void an_index_must_be_declared_before_use_and_before_the_first_object() {
        store.apply(object("a", 1, "red"), false);

        assertThatThrownBy(() -> store.byIndex(Index.byNamespace(ConfigMap.CONFIG_MAPS), "default"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("namespace");
        assertThatThrownBy(() -> store.index(Index.byNamespace(ConfigMap.CONFIG_MAPS)))
                .isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15})
    void indexes_and_tallies_equal_a_recount_after_every_step(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int step = 1; step <= 1_500; step++) {
            var name = "n" + random.nextInt(40);
            var colour = List.of("red", "green", "blue").get(random.nextInt(3));
            var object = object(name, step, colour)
                    .withMetadata(m -> m.namespace("ns" + random.nextInt(3)))
                    .withData(data(random.nextInt(4)));
            if (random.nextInt(3) > 0) {
                store.apply(object, false);
            } else {
                store.remove(object);
            }
            assertEqualToRecount();
        }
    }

    private void assertEqualToRecount() {
        var all = store.all();
        for (var namespace : List.of("ns0", "ns1", "ns2")) {
            var members = all.stream()
                    .filter(object -> object.namespace().equals(namespace))
                    .toList();
            assertThat(store.tallied(SIZES, namespace)).isEqualTo(SIZES.recount(members));
        }
        for (var colour : List.of("red", "green", "blue")) {
            assertThat(store.byIndex(BY_COLOUR, colour))
                    .containsExactlyInAnyOrderElementsOf(all.stream()
                            .filter(object -> colour.equals(object.labels().get("colour")))
                            .toList());
        }
    }

    private void replaceAll(long resourceVersion, ConfigMap... objects) {
        var listing = new RelistBuffer<>(store);
        List.of(objects).forEach(listing::add);
        store.replaceAll(listing, resourceVersion);
    }

    private static Map<String, String> data(int size) {
        var data = new HashMap<String, String>();
        IntStream.range(0, size).forEach(i -> data.put("k" + i, "v"));
        return data;
    }

    private static ConfigMap object(String name, int version, String colour) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default")
                        .name(name)
                        .uid("uid-" + name)
                        .resourceVersion(Integer.toString(version))
                        .putLabels("colour", colour))
                .build();
    }
}
