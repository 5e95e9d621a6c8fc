package dev.kcm.runtime.queue;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.base.TokenBucket;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.runtime.queue.Slot.Place;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Keys waiting for a worker.
///
/// - A key added is taken at least once after that add, unless the queue is closed first.
/// - A key in hands is not handed out again before [#done]; added meanwhile, it waits again then.
/// - Adding a waiting key changes nothing but its lane, which can only become more urgent.
/// - Changes go first, but neither lane starves: see [Lanes].
/// - Per key at most one wake-up is pending: the earliest requested. An add does not cancel it.
///
/// Thread-safe by its own monitor, which is held for a few steps at a time. Works without threads
/// too: [#poll] never blocks, so scenarios can be single-stepped.
public final class KeyQueue<K> implements AutoCloseable {
    private final Clock clock;
    private final RetryPolicy policy;
    private final QueueMetrics metrics;
    private final IdleWorkers idleWorkers = new IdleWorkers();

    @GuardedBy("this")
    private final Map<K, Slot<K>> slots = new HashMap<>();

    @GuardedBy("this")
    private final Lanes<K> waiting = new Lanes<>();

    @GuardedBy("this")
    private final SlotList<K> inHands = new SlotList<>();

    @GuardedBy("this")
    private final WakeUps<K> wakeUps;

    @GuardedBy("this")
    private final TokenBucket bucket;

    @GuardedBy("this")
    private int wantedAgain;

    /// When a key was last taken, or began to wait while no other did.
    @GuardedBy("this")
    private long movedAt;

    @GuardedBy("this")
    private boolean isClosed;

    /// `name` is the queue's label in metrics: upstream's name of the controller's queue.
    public KeyQueue(String name, Clock clock, RetryPolicy policy, Metrics metrics) {
        this.clock = clock;
        this.policy = policy;
        this.metrics = QueueMetrics.of(name, metrics);
        this.wakeUps = new WakeUps<>(clock, this::addDue);
        this.bucket = TokenBucket.of(policy.perSecond(), policy.burst());
        QueueMetrics.observe(name, metrics, this::depth, this::unfinishedSeconds, this::longestSeconds);
    }

    /// Makes the key wait for a worker; nothing once closed.
    public synchronized void add(K key, Lane lane) {
        if (!isClosed) {
            want(slot(key), lane);
        }
    }

    /// Adds the key as a change when `delay` has passed, unless an earlier wake-up is pending,
    /// which then stays the only one.
    public synchronized void addAfter(K key, Duration delay) {
        if (!isClosed) {
            metrics.retries().increment();
            wantAfter(slot(key), delay, Lane.CHANGE);
        }
    }

    /// Counts a failure of the key and adds it again, into the lane it came from, when the retry
    /// policy allows.
    public synchronized void addRateLimited(K key) {
        if (!isClosed) {
            metrics.retries().increment();
            var slot = slot(key);
            slot.failures++;
            var own = policy.perKey().after(slot.failures);
            var shared = Duration.ofNanos(bucket.reserve(clock.nanoTime()));
            wantAfter(slot, own.compareTo(shared) < 0 ? shared : own, slot.lane);
        }
    }

    /// Starts the key's back-off from the beginning; for a key that succeeded or is given up.
    public synchronized void forget(K key) {
        var slot = slots.get(key);
        if (slot != null && slot.failures > 0) {
            slot.failures = 0;
            dropIfForgettable(slot);
        }
    }

    /// Failures since the key was last forgotten.
    public synchronized int failures(K key) {
        var slot = slots.get(key);
        return slot == null ? 0 : slot.failures;
    }

    /// Waits for a key and puts it into the caller's hands, to be given back by [#done]. Empty when
    /// the queue is closed and nothing waits any more.
    public Optional<K> take() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        for (; ; ) {
            IdleWorkers.Seat seat;
            synchronized (this) {
                if (!waiting.isEmpty() || isClosed) {
                    return handOut();
                }
                seat = idleWorkers.sit();
            }
            seat.await();
        }
    }

    /// As [#take], but empty at once when nothing waits.
    public synchronized Optional<K> poll() {
        return handOut();
    }

    /// Gives a taken key back. Added meanwhile, it now waits again.
    public synchronized void done(K key) {
        var slot = slots.get(key);
        if (slot == null || slot.place != Place.IN_HANDS) {
            throw new IllegalStateException("Key " + key + " is in nobody's hands");
        }
        metrics.worked().observe(QueueMetrics.seconds(clock.nanoTime() - slot.takenAt));
        inHands.remove(slot);
        slot.place = Place.NOWHERE;
        if (slot.isWantedAgain) {
            slot.isWantedAgain = false;
            wantedAgain--;
            enqueue(slot, slot.againIn);
        } else {
            dropIfForgettable(slot);
        }
    }

    /// Keys that will be taken without anything else happening: those that wait, and those in hands
    /// that were added meanwhile.
    public synchronized int depth() {
        return waiting.size() + wantedAgain;
    }

    /// Nothing waits and nothing is in hands; wake-ups may be pending.
    public synchronized boolean isQuiet() {
        return waiting.isEmpty() && inHands.isEmpty();
    }

    /// Whether keys come and go, for whoever watches over the workers.
    public synchronized QueueProgress<K> progress() {
        long now = clock.nanoTime();
        var longest = inHands.first();
        return new QueueProgress<>(
                longest == null ? Optional.empty() : Optional.of(longest.key),
                longest == null ? Duration.ZERO : Duration.ofNanos(now - longest.takenAt),
                waiting.size(),
                waiting.isEmpty() ? Duration.ZERO : Duration.ofNanos(now - movedAt));
    }

    /// Takes no more keys in and forgets pending wake-ups; what waits can still be taken.
    @Override
    public synchronized void close() {
        isClosed = true;
        wakeUps.clear();
        idleWorkers.callAll();
    }

    /// As [#close], and drops what waits.
    public synchronized void closeNow() {
        close();
        while (!waiting.isEmpty()) {
            waiting.takeNext(clock.nanoTime()).place = Place.NOWHERE;
        }
        inHands.stream().forEach(slot -> slot.isWantedAgain = false);
        wantedAgain = 0;
    }

    @GuardedBy("this")
    private Slot<K> slot(K key) {
        return slots.computeIfAbsent(key, Slot::new);
    }

    @GuardedBy("this")
    private void want(Slot<K> slot, Lane lane) {
        switch (slot.place) {
            case WAITING -> waiting.promote(slot, lane);
            case IN_HANDS -> wantAgain(slot, lane);
            case NOWHERE -> {
                metrics.adds().increment();
                slot.addedAt = clock.nanoTime();
                enqueue(slot, lane);
            }
        }
    }

    @GuardedBy("this")
    private void wantAgain(Slot<K> slot, Lane lane) {
        if (slot.isWantedAgain) {
            slot.againIn = slot.againIn.orSooner(lane);
            return;
        }
        metrics.adds().increment();
        slot.isWantedAgain = true;
        slot.againIn = lane;
        slot.addedAt = clock.nanoTime();
        wantedAgain++;
    }

    @GuardedBy("this")
    private void wantAfter(Slot<K> slot, Duration delay, Lane lane) {
        if (delay.isZero() || delay.isNegative()) {
            want(slot, lane);
        } else {
            wakeUps.wake(slot, delay, lane);
        }
    }

    @GuardedBy("this")
    private void enqueue(Slot<K> slot, Lane lane) {
        slot.place = Place.WAITING;
        slot.lane = lane;
        if (waiting.isEmpty()) {
            movedAt = clock.nanoTime();
        }
        waiting.append(slot);
        idleWorkers.callOne();
    }

    @GuardedBy("this")
    private Optional<K> handOut() {
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        long now = clock.nanoTime();
        var slot = waiting.takeNext(now);
        slot.place = Place.IN_HANDS;
        slot.takenAt = now;
        movedAt = now;
        inHands.append(slot);
        metrics.waited().observe(QueueMetrics.seconds(now - slot.addedAt));
        return Optional.of(slot.key);
    }

    @GuardedBy("this")
    private void dropIfForgettable(Slot<K> slot) {
        if (slot.isForgettable()) {
            slots.remove(slot.key);
        }
    }

    private synchronized void addDue() {
        if (isClosed) {
            return;
        }
        for (var due = wakeUps.takeDue(); due.isPresent(); due = wakeUps.takeDue()) {
            want(due.get(), due.get().wakeInto);
        }
        wakeUps.setNextAlarm();
    }

    private synchronized double unfinishedSeconds() {
        long now = clock.nanoTime();
        return inHands.stream()
                .mapToDouble(slot -> QueueMetrics.seconds(now - slot.takenAt))
                .sum();
    }

    private synchronized double longestSeconds() {
        var longest = inHands.first(); // the list is in the order of taking
        return longest == null ? 0 : QueueMetrics.seconds(clock.nanoTime() - longest.takenAt);
    }
}
