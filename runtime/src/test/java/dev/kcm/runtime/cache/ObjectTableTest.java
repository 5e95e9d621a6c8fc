package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectTableTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void holds_what_a_plain_map_holds(long seed) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        var table = new ObjectTable<ConfigMap>();
        Map<ObjectKey, ConfigMap> expected = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            var object = object(random, step);
            if (random.nextInt(100) < 55) {
                assertThat(table.put(object)).isSameAs(expected.put(object.key(), object));
            } else {
                assertThat(table.remove(object.namespace(), object.name())).isSameAs(expected.remove(object.key()));
            }
            assertThat(table.size()).isEqualTo(expected.size());
        }
        expected.forEach((key, object) ->
                assertThat(table.find(key.namespace(), key.name())).isSameAs(object));
        var walked = new ArrayList<ConfigMap>();
        table.forEach(walked::add);
        assertThat(walked).containsExactlyInAnyOrderElementsOf(expected.values());
    }

    @Test
    void a_reader_never_misses_an_object_that_is_only_replaced() throws InterruptedException {
        var table = new ObjectTable<ConfigMap>();
        table.put(named("stays", 0));
        var missed = new AtomicBoolean();
        var done = new AtomicBoolean();
        var reader = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                if (table.find("", "stays") == null) {
                    missed.set(true);
                }
            }
        });
        for (int step = 1; step < 20_000; step++) {
            table.put(named("stays", step));
            table.put(named("passing-" + step % 700, step));
            table.remove("", "passing-" + (step * 31) % 700);
        }
        done.set(true);
        reader.join();
        assertThat(missed).isFalse();
    }

    private static ConfigMap object(RandomGenerator random, int version) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("ns-" + random.nextInt(5))
                        .name("name-" + random.nextInt(120))
                        .resourceVersion(Integer.toString(version)))
                .build();
    }

    private static ConfigMap named(String name, int version) {
        return ConfigMap.builder()
                .metadata(m -> m.name(name).resourceVersion(Integer.toString(version)))
                .build();
    }
}
