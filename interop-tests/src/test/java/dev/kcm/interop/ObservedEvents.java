package dev.kcm.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The events of a watch, in order.
final class ObservedEvents {
    private static final int TIMEOUT_SECONDS = 20;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    void add(String kind, String name) {
        events.add(kind + " " + name);
    }

    /// Waits for the next event of that name, whatever else comes in between.
    void expect(String kind, String name) throws InterruptedException {
        for (var next = next(); ; next = next()) {
            assertThat(next).as("waiting for %s %s", kind, name).isNotNull();
            if (next.endsWith(" " + name)) {
                assertThat(next).isEqualTo(kind + " " + name);
                return;
            }
        }
    }

    private String next() throws InterruptedException {
        return events.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
