package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Listeners join and leave while a writer writes as fast as it can.
@Timeout(30)
class ReplayTest {
    private static final int NAMES = 300;
    private static final int JOINS = 150;

    private final Store<ConfigMap> store = new Store<>(ConfigMap.CONFIG_MAPS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whoever_joins_knows_everything_and_hears_nothing_that_makes_no_sense(long seed) throws InterruptedException {
        var isOver = new AtomicBoolean();
        var writer = Thread.ofPlatform().start(() -> write(new Random(seed), isOver));
        var mirrors = new ArrayList<Mirror<ConfigMap>>();
        var ends = new ArrayList<Runnable>();
        for (int i = 0; i < JOINS; i++) {
            var mirror = new Mirror<ConfigMap>();
            mirrors.add(mirror);
            ends.add(store.follow(mirror));
            if (ends.size() > 3) {
                ends.removeFirst().run();
            }
        }
        isOver.set(true);
        writer.join();

        mirrors.forEach(mirror -> assertThat(mirror.nonsense()).isEmpty());
        var truth = new Mirror<ConfigMap>();
        store.forEach(object -> truth.changed(new Change.Added<>(object, true)));
        for (var mirror : mirrors.reversed().subList(0, ends.size())) {
            assertThat(mirror.versions()).isEqualTo(truth.versions());
        }
    }

    @Test
    void the_first_object_that_is_added_afterwards_is_news() {
        store.apply(object("before", "uid-0", 1), true);
        var heard = new ArrayList<String>();
        store.follow(change -> heard.add(described(change)));

        store.apply(object("first", "uid-1", 2), false);
        store.apply(object("second", "uid-2", 3), false);

        assertThat(heard).containsExactly("before was there", "first is added", "second is added");
    }

    private static String described(Change<ConfigMap> change) {
        return change instanceof Change.Added<ConfigMap>(var object, var initial)
                ? object.name() + (initial ? " was there" : " is added")
                : change.toString();
    }

    private void write(Random random, AtomicBoolean isOver) {
        for (int version = 1; !isOver.get(); version++) {
            var name = "object-" + random.nextInt(NAMES);
            switch (random.nextInt(4)) {
                case 0 -> store.remove(object(name, "uid", version));
                case 1 -> store.apply(object(name, "uid-" + random.nextInt(3), version), false);
                case 2 -> store.apply(object(name, "uid-0", version), false);
                default -> {
                    if (random.nextInt(1000) == 0) {
                        store.resync();
                    }
                }
            }
        }
    }

    private static ConfigMap object(String name, String uid, int version) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name).uid(uid).resourceVersion(Integer.toString(version)))
                .build();
    }
}
