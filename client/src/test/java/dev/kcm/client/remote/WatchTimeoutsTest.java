package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WatchEvent;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchTimeoutsTest {
    private static final Duration WHOLE_LIFE = Duration.ofSeconds(330);
    private static final Duration A_BOOKMARK = Duration.ofSeconds(90);
    private static final Operation.Watch WATCH = watch(true, false);

    @Test
    void a_server_that_told_of_nothing_new_may_be_silent_for_the_whole_watch() {
        assertThat(new WatchTimeouts(WATCH).now()).isEqualTo(WHOLE_LIFE);
    }

    @Test
    void one_that_sent_a_change_or_a_bookmark_must_send_the_next_bookmark() {
        var timeouts = new WatchTimeouts(WATCH);

        timeouts.heard(new WatchEvent.Bookmark<>("7", false));

        assertThat(timeouts.now()).isEqualTo(A_BOOKMARK);
    }

    @Test
    void what_was_there_must_come_soon_but_is_nothing_new() {
        var timeouts = new WatchTimeouts(watch(true, true));
        assertThat(timeouts.now()).isEqualTo(A_BOOKMARK);

        timeouts.heard(new WatchEvent.Bookmark<>("6", false));
        assertThat(timeouts.now()).isEqualTo(A_BOOKMARK);
        timeouts.heard(new WatchEvent.Bookmark<>("7", true));
        assertThat(timeouts.now()).isEqualTo(WHOLE_LIFE);

        timeouts.heard(new WatchEvent.Bookmark<>("8", false));
        assertThat(timeouts.now()).isEqualTo(A_BOOKMARK);
    }

    @Test
    void without_bookmarks_or_in_a_short_watch_only_the_whole_life_counts() {
        for (var watch : List.of(watch(false, false), WATCH.withTimeout(Duration.ofSeconds(30)))) {
            var timeouts = new WatchTimeouts(watch);
            var before = timeouts.now();

            timeouts.heard(new WatchEvent.Bookmark<>("7", false));

            assertThat(timeouts.now()).isEqualTo(before);
        }
    }

    private static Operation.Watch watch(boolean bookmarks, boolean initialEvents) {
        return new Operation.Watch(
                Target.collection(ConfigMap.CONFIG_MAPS, ""),
                Selection.EVERYTHING,
                "",
                "",
                bookmarks,
                Optional.of(initialEvents),
                Optional.of(Duration.ofMinutes(5)));
    }
}
