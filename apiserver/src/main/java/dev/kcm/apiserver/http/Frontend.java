package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.operation.Operation;
import java.time.Instant;

/// What HTTP needs of the server behind it.
public interface Frontend {
    /// Authorizes and carries out a request.
    ApiResponse handle(RequestUser caller, Operation call) throws InterruptedException;

    /// Whether somebody may do something outside the resources.
    boolean allows(RequestUser caller, AccessAttributes access);

    Instant now();
}
