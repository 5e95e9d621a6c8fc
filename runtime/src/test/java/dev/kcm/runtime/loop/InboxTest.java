package dev.kcm.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.cache.Change;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private final Inbox inbox = new Inbox();

    @Test
    void changes_of_one_object_wait_as_one_at_the_place_of_the_first() throws Exception {
        assertThat(update("a", 1, 2)).isTrue();
        assertThat(update("b", 1, 2)).isTrue();
        assertThat(update("a", 2, 3)).isFalse();

        assertThat(taken(2)).containsExactly("a 3", "b 2");
    }

    @Test
    void memory_is_bounded_by_the_number_of_objects_also_of_those_that_come_and_go() throws Exception {
        int items = 0;
        for (int i = 0; i < 10_000; i++) {
            items += added("a", 1) ? 1 : 0;
            items += deleted("a", 2) ? 1 : 0;
        }
        assertThat(items).isEqualTo(1);
        assertThat(taken(1)).isEmpty();

        assertThat(added("a", 3)).isTrue();
        assertThat(taken(1)).containsExactly("a 3");
    }

    @Test
    void an_object_that_came_went_and_came_again_is_told_as_it_is_now() throws Exception {
        added("a", 1);
        deleted("a", 2);
        assertThat(added("a", 3)).isFalse();

        assertThat(taken(1)).containsExactly("a 3");
    }

    @Test
    void tasks_keep_their_place_among_changes() throws Exception {
        var done = new ArrayList<String>();
        update("a", 1, 2);
        inbox.add(() -> done.add("task"));
        update("b", 1, 2);

        assertThat(taken(1)).containsExactly("a 2");
        ((Inbox.Item.Task) inbox.take()).task().run();
        assertThat(done).containsExactly("task");
        assertThat(taken(1)).containsExactly("b 2");
    }

    private List<String> taken(int items) throws InterruptedException {
        var told = new ArrayList<String>();
        for (int i = 0; i < items; i++) {
            ((Inbox.Item.Changed) inbox.take())
                    .changes()
                    .forEach(change -> told.add(
                            change.object().name() + " " + change.object().resourceVersion()));
        }
        return told;
    }

    private boolean update(String name, int before, int now) {
        return inbox.add(ConfigMap.CONFIG_MAPS, new Change.Updated<>(version(name, before), version(name, now)));
    }

    private boolean added(String name, int version) {
        return inbox.add(ConfigMap.CONFIG_MAPS, new Change.Added<>(version(name, version), false));
    }

    private boolean deleted(String name, int version) {
        return inbox.add(ConfigMap.CONFIG_MAPS, new Change.Deleted<>(version(name, version)));
    }

    private static ConfigMap version(String name, int version) {
        return ConfigMap.builder()
                .metadata(m -> m.name(name).uid("uid-" + name).resourceVersion(Integer.toString(version)))
                .build();
    }
}
