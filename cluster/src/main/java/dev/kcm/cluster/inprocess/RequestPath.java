package dev.kcm.cluster.inprocess;

import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.operation.Operation;

/// Where an authenticated request goes in the server.
@FunctionalInterface
public interface RequestPath {
    /// @throws dev.kcm.model.failure.ApiException if the request is refused
    ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException;
}
