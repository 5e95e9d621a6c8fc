package dev.kcm.runtime.loop;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import dev.kcm.client.Failures;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.JsonException;
import dev.kcm.runtime.controller.LiveDocument;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Documents of which one request and one decoding serve everybody who asks within a moment: three hundred autoscalers
/// of a namespace are due at the same time, and all want to know what its pods use. Thread-safe; who asks while the
/// document is being read waits for it.
final class SharedDocuments {
    private final Clock clock;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();

    SharedDocuments(Clock clock) {
        this.clock = clock;
    }

    /// @param name what tells the document from all others
    <D> LiveDocument<D> read(String name, Duration maxAge, Supplier<D> reading) {
        long began = clock.nanoTime();
        var content = slots.computeIfAbsent(name, Slot::new).read(maxAge, reading);
        return new LiveDocument<>(content, Duration.ofNanos(clock.nanoTime() - began));
    }

    /// The place of one document; empty ones are forgotten when what they held is too old for anybody.
    private final class Slot {
        private final String name;

        @GuardedBy("this")
        private @Nullable Object content;

        @GuardedBy("this")
        private long readAt;

        Slot(String name) {
            this.name = name;
        }

        @SuppressWarnings("unchecked") // whoever asks by this name reads the same
        synchronized <D> D read(Duration maxAge, Supplier<D> reading) {
            var held = content;
            if (held != null && clock.nanoTime() - readAt < maxAge.toNanos()) {
                return (D) held;
            }
            var fresh = fetched(reading);
            content = fresh;
            readAt = clock.nanoTime();
            clock.after(maxAge, () -> slots.remove(name, this));
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
