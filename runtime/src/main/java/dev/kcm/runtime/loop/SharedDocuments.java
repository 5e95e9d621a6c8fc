package dev.kcm.runtime.loop;

import dev.kcm.base.Clock;
import dev.kcm.client.Failures;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.JsonException;
import dev.kcm.runtime.controller.LiveDocument;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Documents of which one request and one decoding serve everybody who asks within a moment: three hundred autoscalers
/// of a namespace are due at the same time, and all want to know what its pods use. Thread-safe; who asks while the
/// document is being read waits for it.
final class SharedDocuments {
    private record Held(Object content, long readAt) {}

    private final Clock clock;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private final AtomicLong tidiedAt;

    SharedDocuments(Clock clock) {
        this.clock = clock;
        this.tidiedAt = new AtomicLong(clock.nanoTime());
    }

    /// @param name what tells the document from all others
    <D> LiveDocument<D> read(String name, Duration maxAge, Supplier<D> reading) {
        long began = clock.nanoTime();
        forgetOld(began, maxAge);
        var content = slots.computeIfAbsent(name, Slot::new).read(maxAge, reading);
        return new LiveDocument<>(content, Duration.ofNanos(clock.nanoTime() - began));
    }

    /// What nobody may be given any more is forgotten when the next one asks for anything, without a timer.
    private void forgetOld(long now, Duration maxAge) {
        long last = tidiedAt.get();
        if (now - last >= maxAge.toNanos() && tidiedAt.compareAndSet(last, now)) {
            slots.values().removeIf(slot -> slot.isOlderThan(maxAge, now));
        }
    }

    /// The place of one document.
    private final class Slot {
        private final String name;
        private volatile @Nullable Held held;

        Slot(String name) {
            this.name = name;
        }

        /// One that is being read for the first time is not old.
        boolean isOlderThan(Duration age, long now) {
            var present = held;
            return present != null && now - present.readAt() >= age.toNanos();
        }

        @SuppressWarnings("unchecked") // whoever asks by this name reads the same
        synchronized <D> D read(Duration maxAge, Supplier<D> reading) {
            var present = held;
            if (present != null && clock.nanoTime() - present.readAt() < maxAge.toNanos()) {
                return (D) present.content();
            }
            var fresh = fetched(reading);
            held = new Held(fresh, clock.nanoTime());
            return fresh;
        }

        private <D> D fetched(Supplier<D> reading) {
            try {
                return reading.get();
            } catch (JsonException unreadable) {
                slots.remove(name, this);
                throw new ApiException(Failures.unreadable("GET " + name, unreadable), unreadable);
            } catch (ApiException failed) {
                slots.remove(name, this);
                throw failed;
            }
        }
    }
}
