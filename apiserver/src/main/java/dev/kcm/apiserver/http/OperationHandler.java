package dev.kcm.apiserver.http;

import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The server behind HTTP.
public interface OperationHandler {
    /// Whether a caller may access a resource or a path outside the resources.
    boolean allows(RequestUser caller, AccessAttributes access);

    /// Executes an operation that has been authorized.
    ///
    /// @throws dev.kcm.model.failure.ApiException if it fails
    ApiResponse execute(RequestUser caller, Operation call) throws InterruptedException;

    /// The resources of a group and version that depend on what is measured.
    List<Resource<?>> measuredResources(String group, String version);

    /// The revision of the last change to anything.
    long revision();

    /// Why it cannot execute writes at present.
    Optional<String> unhealthyReason();

    Instant now();
}
