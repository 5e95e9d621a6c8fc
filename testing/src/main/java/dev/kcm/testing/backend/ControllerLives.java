package dev.kcm.testing.backend;

import dev.kcm.runtime.loop.RunningController;
import java.util.List;
import java.util.Optional;

/// Our controllers on a stage, which may crash, be started again and be relieved by others. Driven
/// by the scenario's thread.
public final class ControllerLives {
    /// What a stage has to do for a life on it.
    interface Host {
        /// Waits until its caches show everything.
        void awaitCaches(Incarnation life) throws InterruptedException;

        void left(Incarnation life);
    }

    private final Optional<Incarnation.Heritage> heritage;
    private final Host host;
    private Optional<Incarnation> current = Optional.empty();

    ControllerLives(Optional<Incarnation.Heritage> heritage, Host host) {
        this.heritage = heritage;
        this.host = host;
    }

    void start() throws InterruptedException {
        if (heritage.isPresent()) {
            var life = awakened(heritage.get());
            life.start();
            current = Optional.of(life);
        }
    }

    /// The process is killed and started again: caches, queues and all it had in mind are lost.
    public void restart() throws InterruptedException {
        current.ifPresent(this::bury);
        start();
    }

    /// Another process that stood by with full caches takes over; what the first had not written
    /// yet stays unwritten.
    public void failOver() throws InterruptedException {
        if (heritage.isPresent()) {
            var standby = awakened(heritage.get());
            current.ifPresent(Incarnation::loseLease);
            current.ifPresent(this::bury);
            standby.start();
            current = Optional.of(standby);
        }
    }

    /// For their journals.
    public List<RunningController> running() {
        return current.map(Incarnation::running).orElse(List.of());
    }

    boolean hasCrashed() {
        return current.filter(Incarnation::isOver).isPresent();
    }

    boolean isQuiet() {
        return current.map(Incarnation::isQuiet).orElse(true);
    }

    void close() {
        current.ifPresent(life -> {
            host.left(life);
            life.close();
        });
        current = Optional.empty();
    }

    private Incarnation awakened(Incarnation.Heritage from) throws InterruptedException {
        var life = new Incarnation(from);
        life.wake();
        host.awaitCaches(life);
        return life;
    }

    private void bury(Incarnation life) {
        current = Optional.empty();
        host.left(life);
        life.crash();
    }
}
