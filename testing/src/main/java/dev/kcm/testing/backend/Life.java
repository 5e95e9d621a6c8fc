package dev.kcm.testing.backend;

import dev.kcm.client.ApiRequest;
import dev.kcm.client.Failures;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;

/// Whether the process that our controllers seem to run in still exists, and whether it leads.
/// Thread-safe.
final class Life {
    private volatile boolean isOver;
    private volatile boolean leads = true;

    void end() {
        isOver = true;
    }

    /// The lease is another's.
    void loseLease() {
        leads = false;
    }

    boolean isOver() {
        return isOver;
    }

    boolean leads() {
        return leads;
    }

    void requireAlive(ApiRequest request) {
        if (isOver) {
            throw gone(request);
        }
    }

    /// Recorders of a process that has ended must not try again, nor fill the log of the one that
    /// goes on: to them what they tell of is gone.
    static ApiException gone(ApiRequest request) {
        var message = request + ": this process has ended";
        return new ApiException(
                request.resource().plural().equals("events")
                        ? new ApiFailure.NotFound(
                                Status.builder().code(404).message(message).build())
                        : Failures.transport(message));
    }
}
