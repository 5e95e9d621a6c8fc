package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.Resource;
import dev.kcm.runtime.queue.IdleWorkers;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Effects that wait for a worker, in turn among the resources they have to do with. No resource
/// gets all workers, and one whose server failed lately gets a single one, so that a server that
/// does not answer holds up its own objects only. Thread-safe.
final class EffectQueue<T> {
    private final int largestShare;
    private final IdleWorkers idleWorkers = new IdleWorkers();

    @GuardedBy("this")
    private final Map<Resource<?>, ArrayDeque<T>> waiting = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<Resource<?>, Integer> underWay = new HashMap<>();

    @GuardedBy("this")
    private final Set<Resource<?>> failedLately = new HashSet<>();

    @GuardedBy("this")
    private boolean isClosed;

    record Taken<T>(Resource<?> at, T effect) {}

    EffectQueue(int workers) {
        this.largestShare = Math.max(1, workers * 3 / 4);
    }

    synchronized void add(Resource<?> at, T effect) {
        if (!isClosed) {
            waiting.computeIfAbsent(at, _ -> new ArrayDeque<>()).add(effect);
            idleWorkers.callOne();
        }
    }

    /// Waits for one; empty when closed.
    Optional<Taken<T>> take() throws InterruptedException {
        for (; ; ) {
            IdleWorkers.Seat seat;
            synchronized (this) {
                if (isClosed) {
                    return Optional.empty();
                }
                var next = next();
                if (next.isPresent()) {
                    return Optional.of(take(next.get()));
                }
                seat = idleWorkers.sit();
            }
            seat.await();
        }
    }

    /// @param hasFailed its server did not answer, or not sensibly
    synchronized void done(Resource<?> at, boolean hasFailed) {
        underWay.computeIfPresent(at, (_, count) -> count == 1 ? null : count - 1);
        if (hasFailed) {
            failedLately.add(at);
            idleWorkers.callOne();
        } else if (failedLately.remove(at)) {
            idleWorkers.callAll();
        } else {
            idleWorkers.callOne();
        }
    }

    synchronized void close() {
        isClosed = true;
        waiting.clear();
        idleWorkers.callAll();
    }

    /// The resource whose turn it is, of those that may have another worker.
    @GuardedBy("this")
    private Optional<Resource<?>> next() {
        for (var at : waiting.keySet()) {
            if (underWay.getOrDefault(at, 0) < share(at)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    @GuardedBy("this")
    private int share(Resource<?> at) {
        return failedLately.contains(at) ? 1 : largestShare;
    }

    /// Whoever was served goes to the end of the line.
    @GuardedBy("this")
    private Taken<T> take(Resource<?> at) {
        var line = waiting.remove(at);
        if (line == null) {
            throw new IllegalStateException("Nothing waits for " + at);
        }
        var effect = line.removeFirst();
        if (!line.isEmpty()) {
            waiting.put(at, line);
        }
        underWay.merge(at, 1, Integer::sum);
        return new Taken<>(at, effect);
    }
}
