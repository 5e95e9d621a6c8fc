package dev.kcm.cluster.inprocess;

import dev.kcm.apiserver.request.Answer;
import dev.kcm.apiserver.request.ApiCall;
import dev.kcm.apiserver.request.Identity;

/// Where an authenticated request goes in the server.
@FunctionalInterface
public interface RequestPath {
    /// @throws dev.kcm.model.failure.ApiException if the request is refused
    Answer handle(Identity caller, ApiCall call) throws InterruptedException;
}
