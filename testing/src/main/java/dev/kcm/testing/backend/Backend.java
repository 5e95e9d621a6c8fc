package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.runtime.controller.ControllerSpec;
import java.time.Duration;
import java.util.List;

/// A cluster for one scenario, with a namespace of its own.
public sealed interface Backend extends AutoCloseable permits EmbeddedBackend, RemoteBackend {

    /// Opens the kind of stage that [BackendChoice] says.
    ///
    /// @throws IllegalArgumentException if the plan asks for what there is not, with what to do
    static Backend open(BackendSettings plan) throws InterruptedException {
        var choice = BackendChoice.current();
        return switch (choice.kind()) {
            case EMBEDDED, WIRE -> EmbeddedBackend.open(plan, choice);
            case REAL, GO -> RemoteBackend.open(plan, choice);
        };
    }

    BackendKind kind();

    /// Of the user, who may do everything.
    Client client();

    String namespace();

    Clock clock();

    /// What our controllers wrote.
    WriteLog log();

    /// What is to go wrong for our controllers.
    FaultScript faults();

    /// Our controllers' lives.
    ControllerLives controllers();

    List<ControllerSpec> specs();

    /// Waits until nothing is left to do and nothing that matters has changed for a moment of the
    /// cluster's time.
    ///
    /// @throws IllegalStateException if it does not come to that
    void awaitQuiet() throws InterruptedException;

    /// Lets time pass: by jumps in virtual time, by waiting in real time.
    void advance(Duration time) throws InterruptedException;

    /// How long a check may take to come true: no time where time stands still.
    Duration patience();

    @Override
    void close();
}
