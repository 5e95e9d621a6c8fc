package dev.kcm.runtime.lease;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/// A Lease in memory, for any number of locks on it. Thread-safe.
final class MemoryLease {
    @GuardedBy("this")
    private Optional<LeaseRecord> record = Optional.empty();

    @GuardedBy("this")
    private long version;

    private final List<MemoryWatch> watches = new CopyOnWriteArrayList<>();
    private volatile boolean isUnreachable;

    LeaseLock lock() {
        return new MemoryLock();
    }

    synchronized Optional<LeaseRecord> record() {
        return record;
    }

    /// Somebody else writes.
    synchronized void put(LeaseRecord written) {
        record = Optional.of(written);
        version++;
        watches.forEach(watch -> watch.news.add(new LeaseLock.News.Changed(written)));
    }

    void setUnreachable(boolean isUnreachable) {
        this.isUnreachable = isUnreachable;
    }

    private void reach() {
        if (isUnreachable) {
            throw new IllegalStateException("no route to host");
        }
    }

    private final class MemoryLock implements LeaseLock {
        private long knownVersion = -1;

        @Override
        public Optional<LeaseRecord> fetch() {
            reach();
            synchronized (MemoryLease.this) {
                knownVersion = version;
                return record;
            }
        }

        @Override
        public void create(LeaseRecord created) {
            reach();
            synchronized (MemoryLease.this) {
                if (record.isPresent()) {
                    throw new IllegalStateException("it exists already");
                }
                put(created);
                knownVersion = version;
            }
        }

        @Override
        public void replace(LeaseRecord replacement) {
            reach();
            synchronized (MemoryLease.this) {
                if (knownVersion != version) {
                    throw new IllegalStateException("it was changed meanwhile");
                }
                put(replacement);
                knownVersion = version;
            }
        }

        @Override
        public LeaseWatch watch() {
            reach();
            var watch = new MemoryWatch();
            synchronized (MemoryLease.this) {
                record.ifPresent(present -> watch.news.add(new News.Changed(present)));
                watches.add(watch);
            }
            return watch;
        }

        @Override
        public String describe() {
            return "memory/lease";
        }
    }

    private final class MemoryWatch implements LeaseLock.LeaseWatch {
        private final BlockingQueue<LeaseLock.News> news = new LinkedBlockingQueue<>();

        @Override
        public LeaseLock.News next() throws InterruptedException {
            return news.take();
        }

        @Override
        public void close() {
            watches.remove(this);
            news.add(new LeaseLock.News.Ended("closed"));
        }
    }
}
