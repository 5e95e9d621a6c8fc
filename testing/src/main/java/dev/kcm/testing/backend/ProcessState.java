package dev.kcm.testing.backend;

import dev.kcm.client.ApiRequest;
import dev.kcm.client.Failures;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;

/// Whether a simulated process still runs, and whether it holds the lease. Thread-safe.
final class ProcessState {
    private volatile boolean hasEnded;
    private volatile boolean isLeader = true;

    void end() {
        hasEnded = true;
    }

    /// Another process holds the lease now.
    void loseLease() {
        isLeader = false;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    boolean isLeader() {
        return isLeader;
    }

    void requireRunning(ApiRequest request) {
        if (hasEnded) {
            throw processEnded(request);
        }
    }

    /// Event recorders of a process that has ended must neither retry nor log: for them the object is
    /// not found.
    static ApiException processEnded(ApiRequest request) {
        var message = request + ": this process has ended";
        return new ApiException(
                request.resource().plural().equals("events")
                        ? new ApiFailure.NotFound(
                                Status.builder().code(404).message(message).build())
                        : Failures.transport(message));
    }
}
