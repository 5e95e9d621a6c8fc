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

/// Workers that sync one key each, again when it is enqueued, when its delay is over or when it failed.
/// No two workers ever have the same key.
public final class KeyLoop implements AutoCloseable {
    private static final Log log = Log.of(KeyLoop.class);
    private static final RetryPolicy RETRIES = RetryPolicy.perKeyOnly(Duration.ofMillis(5), Duration.ofSeconds(10));

    /// Syncs a key; returns after which time to sync it again, if at all.
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

    /// Enqueues the key; brief, never blocks.
    public void enqueue(ObjectKey key) {
        queue.add(key, Lane.CHANGE);
    }

    /// No key is queued or being processed; some may be delayed.
    public boolean isQuiet() {
        return queue.isQuiet();
    }

    /// Takes no more keys; those being processed are finished.
    @Override
    public void close() {
        queue.closeNow();
    }

    private void run() {
        try {
            for (var key = queue.take(); key.isPresent(); key = queue.take()) {
                try {
                    sync(key.get());
                } finally {
                    queue.done(key.get());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void sync(ObjectKey key) {
        try {
            var again = work.on(key);
            queue.forget(key);
            again.ifPresent(delay -> queue.addAfter(key, delay));
        } catch (ApiException refused) {
            log.v(3).info("Sync was refused, retrying", "loop", name, "key", key, "err", refused.getMessage());
            queue.addRateLimited(key);
        } catch (RuntimeException broken) {
            log.error(broken, "Sync failed, retrying", "loop", name, "key", key);
            queue.addRateLimited(key);
        }
    }
}
