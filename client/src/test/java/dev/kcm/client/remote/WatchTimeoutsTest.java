package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchTimeoutsTest {
    private static final Duration WHOLE_LIFE = Duration.ofSeconds(330);
    private static final Duration A_BOOKMARK = Duration.ofSeconds(90);
    private static final WatchQuery QUERY = WatchQuery.everything().withTimeout(Duration.ofMinutes(5));

    @Test
    void a_server_that_told_of_nothing_new_may_be_silent_for_the_whole_watch() {
        assertThat(new WatchTimeouts(QUERY).now()).isEqualTo(WHOLE_LIFE);
    }

    @Test
    void one_that_sent_a_change_or_a_bookmark_must_send_the_next_bookmark() {
        var patience = new WatchTimeouts(QUERY);

        patience.heard(new WatchEvent.Bookmark<>("7", false));

        assertThat(patience.now()).isEqualTo(A_BOOKMARK);
    }

    @Test
    void what_was_there_must_come_soon_but_is_nothing_new() {
        var patience = new WatchTimeouts(QUERY.withInitialEvents());
        assertThat(patience.now()).isEqualTo(A_BOOKMARK);

        patience.heard(new WatchEvent.Bookmark<>("6", false));
        assertThat(patience.now()).isEqualTo(A_BOOKMARK);
        patience.heard(new WatchEvent.Bookmark<>("7", true));
        assertThat(patience.now()).isEqualTo(WHOLE_LIFE);

        patience.heard(new WatchEvent.Bookmark<>("8", false));
        assertThat(patience.now()).isEqualTo(A_BOOKMARK);
    }

    @Test
    void without_bookmarks_or_in_a_short_watch_only_the_whole_life_counts() {
        for (var query : new WatchQuery[] {QUERY.withBookmarks(false), QUERY.withTimeout(Duration.ofSeconds(30))}) {
            var patience = new WatchTimeouts(query);
            var before = patience.now();

            patience.heard(new WatchEvent.Bookmark<>("7", false));

            assertThat(patience.now()).isEqualTo(before);
        }
    }
}
