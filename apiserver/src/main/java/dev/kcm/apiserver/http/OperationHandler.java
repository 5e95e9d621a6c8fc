package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.operation.Operation;
import java.time.Instant;
import java.util.Optional;

/// The server behind HTTP.
public interface OperationHandler {
    /// Authorizes and executes an operation.
    ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException;

    /// Whether a caller may access a path outside the resources.
    boolean allows(RequestUser caller, AccessAttributes access);

    /// Why it cannot execute writes at present.
    Optional<String> unhealthyReason();

    Instant now();
}
