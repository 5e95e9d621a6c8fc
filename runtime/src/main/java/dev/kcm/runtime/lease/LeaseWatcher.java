package dev.kcm.runtime.lease;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Backoff;
import dev.kcm.base.Clock;
import dev.kcm.runtime.lease.LeaseLock.LeaseWatch;
import dev.kcm.runtime.lease.LeaseLock.News;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Watches the lease from [#start] until [#stop], on a virtual thread, and posts changes to
/// the owner of the [ElectionState]. A watch that fails or is rejected is retried with back-off: the
/// candidate polls meanwhile. Not thread-safe but for what it says about its inner thread.
final class LeaseWatcher {
    private static final Logger LOG = System.getLogger("dev.kcm.runtime.lease");
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final LeaseLock lock;
    private final Clock clock;
    private final RandomGenerator random;
    private final Backoff pauses;
    private final Consumer<Consumer<ElectionState>> post;
    private Optional<Run> running = Optional.empty();

    LeaseWatcher(
            LeaseLock lock,
            LeaseTimes times,
            Clock clock,
            RandomGenerator random,
            Consumer<Consumer<ElectionState>> post) {
        this.lock = lock;
        this.clock = clock;
        this.random = random;
        this.pauses = Backoff.doubling(times.retryPeriod(), LONGEST_PAUSE).withJitter(1);
        this.post = post;
    }

    void start() {
        if (running.isEmpty()) {
            var run = new Run();
            running = Optional.of(run);
            run.thread.start();
        }
    }

    void stop() {
        running.ifPresent(Run::stop);
        running = Optional.empty();
    }

    private final class Run {
        final Thread thread = Thread.ofVirtual().name("lease-watch").unstarted(this::watch);

        @GuardedBy("this")
        private Optional<LeaseWatch> current = Optional.empty();

        @GuardedBy("this")
        private boolean isStopped;

        void stop() {
            Optional<LeaseWatch> open;
            synchronized (this) {
                isStopped = true;
                open = current;
            }
            thread.interrupt();
            open.ifPresent(LeaseWatch::close);
        }

        private void watch() {
            try {
                for (int failures = 0; !hasStopped(); ) {
                    failures = watchOnce() ? 0 : failures + 1;
                    clock.sleep(pauses.after(failures, random));
                }
            } catch (InterruptedException _) {
                LOG.log(Level.DEBUG, "Stopped watching lease {0}", lock.describe());
            }
        }

        /// Whether the watch showed anything.
        private boolean watchOnce() throws InterruptedException {
            boolean hasSeen = false;
            try (var watch = lock.watch()) {
                if (!isWanted(watch)) {
                    return false;
                }
                post(state -> state.watching(true));
                for (var news = watch.next(); !(news instanceof News.Ended); news = watch.next()) {
                    hasSeen = true;
                    post(news);
                }
            } catch (RuntimeException failure) {
                LOG.log(
                        hasStopped() ? Level.DEBUG : Level.INFO,
                        () -> "Failed to watch lease %s, polling it: %s"
                                .formatted(lock.describe(), failure.getMessage()));
            } finally {
                post(state -> state.watching(false));
            }
            return hasSeen;
        }

        private void post(News news) {
            switch (news) {
                case News.Changed(var record) -> post(state -> state.watched(Optional.of(record)));
                case News.Deleted() -> post(state -> state.watched(Optional.empty()));
                case News.Ended _ -> {}
            }
        }

        /// What a stopped watch still says is of no interest: the candidate may lead by now.
        private void post(Consumer<ElectionState> message) {
            if (!hasStopped()) {
                post.accept(message);
            }
        }

        private synchronized boolean hasStopped() {
            return isStopped;
        }

        private synchronized boolean isWanted(LeaseWatch opened) {
            current = Optional.of(opened);
            return !isStopped;
        }
    }
}
