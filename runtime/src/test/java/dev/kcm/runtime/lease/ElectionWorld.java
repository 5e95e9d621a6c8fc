package dev.kcm.runtime.lease;

import dev.kcm.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;

/// A server with one lease and some candidates, driven event by event by one thread. Each candidate
/// has clocks of its own: the monotonic one up to 5 % fast or slow, the wall clock hours off and set anew at times.
/// Requests take time, get lost before or after they take effect; processes pause anywhere, also
/// between deciding and sending, die, and are replaced; the server has outages.
final class ElectionWorld {
    private static final long SECOND = 1_000_000_000L;
    private static final long TIME_OUT = 5 * SECOND;

    private record Event(long at, long number, Runnable action) {}

    private final Random random;
    private final int candidates;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<Process> processes = new ArrayList<>();
    private final List<String> overlaps = new ArrayList<>();

    private boolean isPeaceful;
    private long now;
    private long scheduled;
    private long born;
    private long terms;
    private long unfencedOverlaps;
    private long timeLed;
    private long outageUntil;
    private Optional<LeaseRecord> lease = Optional.empty();
    private long version;

    ElectionWorld(long seed, int candidates) {
        this.random = new Random(seed);
        this.candidates = candidates;
    }

    ElectionWorld inPeace() {
        isPeaceful = true;
        return this;
    }

    void runForOneHour() {
        long end = 3600 * SECOND;
        for (int i = 0; i < candidates; i++) {
            bear();
        }
        if (!isPeaceful) {
            at(now, this::trouble);
        }
        while (now < end) {
            var event = events.remove();
            boolean wasLed = openFences().size() == 1;
            timeLed += wasLed ? event.at() - now : 0;
            now = event.at();
            check();
            event.action().run();
            check();
        }
    }

    List<String> overlaps() {
        return overlaps;
    }

    long unfencedOverlaps() {
        return unfencedOverlaps;
    }

    long terms() {
        return terms;
    }

    double shareOfTimeLed() {
        return (double) timeLed / now;
    }

    private void check() {
        var open = openFences();
        if (open.size() > 1) {
            overlaps.add("at %s: %s".formatted(Duration.ofNanos(now), open));
        }
        if (processes.stream()
                        .filter(process -> process.candidacy.term().isPresent())
                        .count()
                > 1) {
            unfencedOverlaps++;
        }
    }

    private List<String> openFences() {
        return processes.stream()
                .filter(process ->
                        process.candidacy.term().filter(Fence::isOpen).isPresent())
                .map(process -> process.identity)
                .toList();
    }

    /// Something bad happens every now and then, about every 12 seconds.
    private void trouble() {
        var victim = processes.get(random.nextInt(processes.size()));
        switch (random.nextInt(10)) {
            case 0 -> kill(victim);
            case 1 -> victim.mail(candidacy -> candidacy.resign(true));
            case 2 -> outageUntil = now + random.nextLong(20 * SECOND);
            case 3 -> victim.breakWatch();
            case 4, 5 -> victim.stepWallClock();
            default -> victim.pause(random.nextLong(40 * SECOND));
        }
        at(now + random.nextLong(24 * SECOND), this::trouble);
    }

    private void bear() {
        var process = new Process("candidate-" + ++born);
        processes.add(process);
        process.later(0, process::step);
        process.openWatch();
    }

    private void kill(Process victim) {
        victim.isDead = true;
        processes.remove(victim);
        bear();
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, scheduled++, action));
    }

    private void write(LeaseRecord record) {
        lease = Optional.of(record);
        version++;
        List.copyOf(processes).forEach(Process::notifyWatch);
    }

    private long latency() {
        return random.nextInt(20) == 0 && !isPeaceful ? random.nextLong(6 * SECOND) : random.nextLong(SECOND / 5);
    }

    private final class Process implements Clock {
        final String identity;
        final ElectionState candidacy;
        boolean isDead;
        private final double rate = 0.95 + random.nextDouble() / 10;
        private final long offset = random.nextLong();
        private Duration wallClockIsOff = Duration.ofMinutes(random.nextInt(-600, 600));
        private final Deque<Consumer<ElectionState>> mailbox = new ArrayDeque<>();
        private long pausedUntil;
        private long knownVersion = -1;
        private boolean isResting;
        private long steps;
        private long watch;
        private Optional<Fence> knownTerm = Optional.empty();

        Process(String identity) {
            this.identity = identity;
            this.candidacy =
                    new ElectionState(ElectionSettings.usual("lease", identity, LeaseTimes.USUAL), this, random);
        }

        /// Runs something in this process: not while it is paused, never when it is dead.
        void later(long delay, Runnable action) {
            at(now + delay, () -> {
                if (isDead) {
                    return;
                }
                if (now < pausedUntil) {
                    later(pausedUntil - now, action);
                } else {
                    action.run();
                    countTerms();
                }
            });
        }

        private void countTerms() {
            if (candidacy.term().isPresent() && !candidacy.term().equals(knownTerm)) {
                terms++;
            }
            knownTerm = candidacy.term();
        }

        void pause(long duration) {
            pausedUntil = now + duration;
        }

        void step() {
            while (!mailbox.isEmpty()) {
                mailbox.remove().accept(candidacy);
            }
            long step = ++steps;
            isResting = false;
            switch (candidacy.next()) {
                case ElectionStep.Rest(var duration) -> {
                    isResting = true;
                    later(1 + (long) (duration.toNanos() / rate), () -> {
                        if (step == steps) {
                            step();
                        }
                    });
                }
                case ElectionStep.Fetch() -> request(this::fetch);
                case ElectionStep.Create(var record) -> request(() -> create(record));
                case ElectionStep.Replace(var record) -> request(() -> replace(record));
                case ElectionStep.Finish() -> kill(this);
            }
        }

        /// `onServer` has its effect there and says what the answer does here.
        private void request(java.util.function.Supplier<Runnable> onServer) {
            boolean isLost = !isPeaceful && random.nextInt(15) == 0;
            boolean isAnswerLost = !isPeaceful && random.nextInt(15) == 0;
            later(random.nextInt(1000), () -> send(onServer, isLost, isAnswerLost));
        }

        private void send(java.util.function.Supplier<Runnable> onServer, boolean isLost, boolean isAnswerLost) {
            long there = latency();
            long back = latency();
            var answer = new Runnable[] {candidacy::failed};
            at(now + there, () -> {
                if (!isLost && now >= outageUntil) {
                    var effect = onServer.get();
                    answer[0] = isAnswerLost ? candidacy::failed : effect;
                }
            });
            boolean isLate = isAnswerLost || isLost || there + back > TIME_OUT;
            later(isLate ? TIME_OUT : there + back, () -> {
                (isLate ? (Runnable) candidacy::failed : answer[0]).run();
                step();
            });
        }

        private Runnable fetch() {
            var found = lease;
            long foundVersion = version;
            return () -> {
                knownVersion = foundVersion;
                candidacy.found(found);
            };
        }

        private Runnable create(LeaseRecord record) {
            return lease.isPresent() ? candidacy::failed : accept(record);
        }

        private Runnable replace(LeaseRecord record) {
            return knownVersion != version ? candidacy::failed : accept(record);
        }

        private Runnable accept(LeaseRecord record) {
            write(record);
            long writtenVersion = version;
            return () -> {
                knownVersion = writtenVersion;
                candidacy.written();
            };
        }

        void mail(Consumer<ElectionState> message) {
            mailbox.add(message);
            if (isResting) {
                later(0, () -> wake());
            }
        }

        private void wake() {
            if (isResting) {
                step();
            }
        }

        void openWatch() {
            long opened = ++watch;
            later(latency(), () -> {
                if (opened == watch) {
                    mail(candidate -> candidate.watching(true));
                    notifyWatch();
                }
            });
        }

        void breakWatch() {
            watch++;
            mail(candidate -> candidate.watching(false));
            later(random.nextLong(30 * SECOND), this::openWatch);
        }

        void notifyWatch() {
            long opened = watch;
            var seen = lease;
            later(latency(), () -> {
                if (opened == watch) {
                    mail(candidate -> candidate.watched(seen));
                }
            });
        }

        void stepWallClock() {
            wallClockIsOff = wallClockIsOff.plusSeconds(random.nextLong(-7200, 7200));
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH.plus(wallClockIsOff).plusNanos((long) (now * rate));
        }

        @Override
        public long nanoTime() {
            return offset + (long) (now * rate);
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            throw new UnsupportedOperationException("A candidacy sets no timers");
        }

        @Override
        public void sleep(Duration duration) {
            throw new UnsupportedOperationException("A candidacy does not sleep");
        }
    }
}
