package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PendingChangeTest {

    @Test
    void updates_merge_into_one_from_the_first_old_to_the_newest_new() {
        assertThat(merged(updated(1, 2), updated(2, 3), updated(3, 4))).containsExactly("Updated 1->4");
    }

    @Test
    void an_object_that_was_added_and_changed_is_added_as_it_is_now() {
        assertThat(merged(new Change.Added<>(version(1), true), updated(1, 2))).containsExactly("Added 2 initial");
    }

    @Test
    void an_object_that_came_and_went_is_not_mentioned() {
        assertThat(merged(new Change.Added<>(version(1), false), new Change.Deleted<>(version(2))))
                .isEmpty();
    }

    @Test
    void a_known_object_that_went_is_deleted_as_it_was_last() {
        assertThat(merged(updated(1, 2), new Change.Deleted<>(version(3)))).containsExactly("Deleted 3");
    }

    @Test
    void another_object_of_the_same_name_is_a_delete_then_an_add() {
        var another = version(4).withMetadata(m -> m.uid("another"));
        assertThat(merged(updated(1, 2), new Change.Deleted<>(version(3)), new Change.Added<>(another, false)))
                .containsExactly("Deleted 3", "Added 4");
        assertThat(merged(new Change.Deleted<>(version(3)), new Change.Added<>(another, false)))
                .containsExactly("Deleted 3", "Added 4");
    }

    @Test
    void a_resync_stays_one_until_something_changes() {
        assertThat(merged(new Change.Resynced<>(version(1)))).containsExactly("Resynced 1");
        assertThat(merged(new Change.Resynced<>(version(1)), updated(1, 2))).containsExactly("Updated 1->2");
        assertThat(merged(updated(1, 2), new Change.Resynced<>(version(2)))).containsExactly("Updated 1->2");
    }

    @SafeVarargs
    private static List<String> merged(Change<ConfigMap>... changes) {
        var all = Stream.of(changes)
                .skip(1)
                .reduce(
                        Optional.of(PendingChange.of(changes[0])),
                        (pending, change) -> pending.flatMap(earlier -> earlier.and(change)),
                        (one, _) -> one);
        return all.stream()
                .flatMap(pending -> pending.changes().stream())
                .map(PendingChangeTest::text)
                .toList();
    }

    private static String text(Change<ConfigMap> change) {
        var version = change.object().resourceVersion();
        return switch (change) {
            case Change.Added<ConfigMap>(var _, var initial) -> "Added " + version + (initial ? " initial" : "");
            case Change.Updated<ConfigMap>(var before, var _) -> "Updated " + before.resourceVersion() + "->" + version;
            case Change.Deleted<ConfigMap> _ -> "Deleted " + version;
            case Change.Resynced<ConfigMap> _ -> "Resynced " + version;
        };
    }

    private static Change<ConfigMap> updated(int before, int now) {
        return new Change.Updated<>(version(before), version(now));
    }

    private static ConfigMap version(int version) {
        return ConfigMap.builder()
                .metadata(m -> m.name("a").uid("uid").resourceVersion(Integer.toString(version)))
                .build();
    }
}
