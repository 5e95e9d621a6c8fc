package dev.kcm.serving;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;

/// The end of a response stream, because the client has gone or the server stops: happens once, from any thread.
final class Disconnection {
    @GuardedBy("this")
    private final List<Runnable> tasks = new ArrayList<>();

    private volatile boolean happened;

    boolean hasHappened() {
        return happened;
    }

    void happen() {
        List<Runnable> due;
        synchronized (this) {
            if (happened) {
                return;
            }
            happened = true;
            due = List.copyOf(tasks);
            tasks.clear();
        }
        due.forEach(Disconnection::run);
    }

    void then(Runnable task) {
        synchronized (this) {
            if (!happened) {
                tasks.add(task);
                return;
            }
        }
        run(task);
    }

    private static void run(Runnable task) {
        Thread.ofVirtual().name("departure").start(task);
    }
}
