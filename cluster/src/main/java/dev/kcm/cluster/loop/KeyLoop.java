package dev.kcm.cluster.loop;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiException;
import dev.kcm.runtime.queue.KeyQueue;
import dev.kcm.runtime.queue.Lane;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.util.Optional;

/// Workers that look at one key each, again when it is woken, when its own time comes or when it
/// failed. One key is never in two hands.
public final class KeyLoop implements AutoCloseable {
    private static final Log log = Log.of(KeyLoop.class);
    private static final RetryPolicy RETRIES = RetryPolicy.perKeyOnly(Duration.ofMillis(5), Duration.ofSeconds(10));

    /// What is done with a key; says after which time to look at it again, if at all.
    @FunctionalInterface
    public interface Work {
        Optional<Duration> on(ObjectKey key);
    }

    private final String name;
    private final int workers;
    private final Work work;
    private final KeyQueue<ObjectKey> queue;

    public KeyLoop(String name, int workers, Clock clock, Metrics metrics, Work work) {
        this.name = name;
        this.workers = workers;
        this.work = work;
        this.queue = new KeyQueue<>(name, clock, RETRIES, metrics);
    }

    public void start() {
        for (int number = 0; number < workers; number++) {
            Thread.ofVirtual().name(name + "-" + number).start(this::run);
        }
    }

    /// Has the key looked at; brief, never blocks.
    public void wake(ObjectKey key) {
        queue.add(key, Lane.CHANGE);
    }

    /// Nothing waits and nothing is in hand; wake-ups may be set.
    public boolean isQuiet() {
        return queue.isQuiet();
    }

    /// Takes no more keys; those in hand are finished.
    @Override
    public void close() {
        queue.closeNow();
    }

    private void run() {
        try {
            for (var key = queue.take(); key.isPresent(); key = queue.take()) {
                try {
                    look(key.get());
                } finally {
                    queue.done(key.get());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(ObjectKey key) {
        try {
            var again = work.on(key);
            queue.forget(key);
            again.ifPresent(delay -> queue.addAfter(key, delay));
        } catch (ApiException refused) {
            log.v(3).info("Refused, trying again", "loop", name, "key", key, "err", refused.getMessage());
            queue.addRateLimited(key);
        } catch (RuntimeException broken) {
            log.error(broken, "Failed, trying again", "loop", name, "key", key);
            queue.addRateLimited(key);
        }
    }
}
