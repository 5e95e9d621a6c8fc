package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final String LAST = "last";

    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore gate = new Semaphore(0);
    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @Test
    void a_stalled_listener_gets_the_first_old_and_the_newest_new_per_key() throws InterruptedException {
        try (var mailbox = stalled()) {
            mailbox.changed(new Change.Updated<>(version("a", 1), version("a", 2)));
            mailbox.changed(new Change.Updated<>(version("a", 2), version("a", 3)));
            mailbox.changed(new Change.Added<>(version("b", 4), false));
            mailbox.changed(new Change.Updated<>(version("b", 4), version("b", 5)));
            mailbox.changed(new Change.Added<>(version("c", 6), false));
            mailbox.changed(new Change.Deleted<>(version("c", 7)));

            assertThat(mailbox.depth()).isEqualTo(2);
            release(mailbox);
        }
        assertThat(heard).containsExactly("Added first/0", "Updated a/1->3", "Added b/5");
    }

    @Test
    void a_change_of_uid_is_a_delete_then_an_add() throws InterruptedException {
        try (var mailbox = stalled()) {
            mailbox.changed(new Change.Updated<>(version("a", 1), version("a", 2)));
            mailbox.changed(new Change.Deleted<>(version("a", 3)));
            mailbox.changed(new Change.Added<>(version("a", 4).withMetadata(m -> m.uid("another")), false));
            release(mailbox);
        }
        assertThat(heard).containsExactly("Added first/0", "Deleted a/3", "Added a/4");
    }

    @Test
    void memory_is_bounded_by_the_number_of_keys() throws InterruptedException {
        try (var mailbox = stalled()) {
            for (int version = 1; version <= 10_000; version++) {
                mailbox.changed(new Change.Updated<>(version("a", version), version("a", version + 1)));
            }
            assertThat(mailbox.depth()).isEqualTo(1);
            release(mailbox);
        }
        assertThat(heard).containsExactly("Added first/0", "Updated a/1->10001");
    }

    /// A mailbox whose listener holds its first change until released.
    private Mailbox<ConfigMap> stalled() throws InterruptedException {
        var mailbox = new Mailbox<ConfigMap>("test", change -> {
            if (change.object().name().equals(LAST)) {
                ended.countDown();
                return;
            }
            heard.add(text(change));
            busy.countDown();
            gate.acquireUninterruptibly();
        });
        mailbox.changed(new Change.Added<>(version("first", 0), false));
        busy.await();
        return mailbox;
    }

    /// Lets the listener go on, and returns when everything has been delivered.
    private void release(Mailbox<ConfigMap> mailbox) throws InterruptedException {
        gate.release(1_000_000);
        mailbox.changed(new Change.Added<>(version(LAST, 0), false));
        ended.await();
    }

    private static String text(Change<ConfigMap> change) {
        var kind = change.getClass().getSimpleName() + " " + change.object().name() + "/";
        return change instanceof Change.Updated<ConfigMap>(var before, var now)
                ? kind + before.resourceVersion() + "->" + now.resourceVersion()
                : kind + change.object().resourceVersion();
    }

    private static ConfigMap version(String name, int version) {
        return ConfigMap.builder()
                .metadata(m -> m.name(name).uid("uid-" + name).resourceVersion(Integer.toString(version)))
                .build();
    }
}
