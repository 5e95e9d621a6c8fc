package dev.kcm.testing.backend;

import dev.kcm.runtime.loop.RunningController;
import java.util.List;
import java.util.Optional;

/// The simulated processes that our controllers run in, one at a time: it may crash, be restarted or
/// lose its lease to a standby. Driven by the scenario's thread.
public final class ControllerProcesses {
    /// What a backend does when a process starts and ends.
    interface Host {
        /// Waits until its caches have synced.
        void awaitCaches(ControllerProcess process) throws InterruptedException;

        void ended(ControllerProcess process);
    }

    private final Optional<ControllerProcess.Environment> environment;
    private final Host host;
    private Optional<ControllerProcess> current = Optional.empty();

    /// @param environment without one our controllers do not run at all
    ControllerProcesses(Optional<ControllerProcess.Environment> environment, Host host) {
        this.environment = environment;
        this.host = host;
    }

    void start() throws InterruptedException {
        if (environment.isPresent()) {
            var process = standby(environment.get());
            process.start();
            current = Optional.of(process);
        }
    }

    /// Kills the process and starts another: caches, queues and everything else in memory are lost.
    public void restart() throws InterruptedException {
        current.ifPresent(this::kill);
        start();
    }

    /// A standby whose caches have synced takes over; what the first had not written yet stays
    /// unwritten.
    public void failOver() throws InterruptedException {
        if (environment.isPresent()) {
            var standby = standby(environment.get());
            current.ifPresent(ControllerProcess::loseLease);
            current.ifPresent(this::kill);
            standby.start();
            current = Optional.of(standby);
        }
    }

    /// For their decision logs.
    public List<RunningController> running() {
        return current.map(ControllerProcess::running).orElse(List.of());
    }

    boolean hasCrashed() {
        return current.filter(ControllerProcess::hasEnded).isPresent();
    }

    boolean isQuiet() {
        return current.map(ControllerProcess::isQuiet).orElse(true);
    }

    void close() {
        current.ifPresent(process -> {
            host.ended(process);
            process.close();
        });
        current = Optional.empty();
    }

    private ControllerProcess standby(ControllerProcess.Environment environment) throws InterruptedException {
        var process = new ControllerProcess(environment);
        process.startInformers();
        host.awaitCaches(process);
        return process;
    }

    private void kill(ControllerProcess process) {
        current = Optional.empty();
        host.ended(process);
        process.crash();
    }
}
