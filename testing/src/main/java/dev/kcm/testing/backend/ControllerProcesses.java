package dev.kcm.testing.backend;

import dev.kcm.runtime.loop.RunningController;
import java.util.List;
import java.util.Optional;

/// The simulated processes that our controllers run in, one at a time: it may crash, be restarted or
/// lose its lease to a standby. Driven by the scenario's thread.
public final class ControllerProcesses {
    /// What a backend does when a process starts and ends.
    interface Host {
        /// It fills its caches. Where others let time pass meanwhile, [#takeOverIfFilled] is called later; otherwise
        /// this waits.
        void started(ControllerProcess process) throws InterruptedException;

        void ended(ControllerProcess process);
    }

    private final Optional<ControllerProcess.Environment> environment;
    private final Host host;
    private Optional<ControllerProcess> current = Optional.empty();

    /// One that fills its caches and takes over then.
    private Optional<ControllerProcess> standby = Optional.empty();

    /// @param environment without one our controllers do not run at all
    ControllerProcesses(Optional<ControllerProcess.Environment> environment, Host host) {
        this.environment = environment;
        this.host = host;
    }

    void start() throws InterruptedException {
        if (environment.isPresent() && standby.isEmpty()) {
            var process = new ControllerProcess(environment.get());
            standby = Optional.of(process);
            process.startInformers();
            host.started(process);
            var _ = takeOverIfFilled();
        }
    }

    /// Kills the process and starts another: caches, queues and everything else in memory are lost.
    public void restart() throws InterruptedException {
        current.ifPresent(this::kill);
        start();
    }

    /// A standby takes over when its caches have synced; what the first had not written by then stays unwritten.
    public void failOver() throws InterruptedException {
        start();
    }

    /// Says whether one did.
    boolean takeOverIfFilled() {
        var filled = standby.filter(ControllerProcess::isFilled);
        filled.ifPresent(process -> {
            current.ifPresent(ControllerProcess::loseLease);
            current.ifPresent(this::kill);
            process.start();
            current = filled;
            standby = Optional.empty();
        });
        return filled.isPresent();
    }

    /// Ends the process as `kill -9` does; nothing is started.
    public void kill() {
        current.ifPresent(this::kill);
        standby.ifPresent(this::kill);
        standby = Optional.empty();
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
        standby.ifPresent(this::end);
        standby = Optional.empty();
        current.ifPresent(process -> {
            host.ended(process);
            process.close();
        });
        current = Optional.empty();
    }

    private void kill(ControllerProcess process) {
        current = Optional.empty();
        end(process);
    }

    private void end(ControllerProcess process) {
        host.ended(process);
        process.crash();
    }
}
