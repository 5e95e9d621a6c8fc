package dev.kcm.testing.scenario;

import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.testing.backend.Fault;
import dev.kcm.testing.backend.RequestPattern;
import java.util.Optional;

/// Faults between our controllers and the server. They are injected in our own transport, so they
/// work with any server, but not with upstream's manager.
public final class Faults {
    private Faults() {}

    public static RequestPattern create(Resource<?> resource) {
        return RequestPattern.of("create", resource, "");
    }

    public static RequestPattern update(Resource<?> resource) {
        return RequestPattern.of("update", resource, "");
    }

    public static RequestPattern updateStatus(Resource<?> resource) {
        return RequestPattern.of("update", resource, "status");
    }

    public static RequestPattern updateScale(Resource<?> resource) {
        return RequestPattern.of("update", resource, "scale");
    }

    public static RequestPattern patch(Resource<?> resource) {
        return RequestPattern.of("patch", resource, "");
    }

    public static RequestPattern delete(Resource<?> resource) {
        return RequestPattern.of("delete", resource, "");
    }

    public static RequestPattern patchStatus(Resource<?> resource) {
        return RequestPattern.of("patch", resource, "status");
    }

    public static RequestPattern deleteAll(Resource<?> resource) {
        return RequestPattern.of("deletecollection", resource, "");
    }

    /// Requests for discovery documents.
    public static RequestPattern discovery() {
        return RequestPattern.discovery();
    }

    /// An aggregated API group is unavailable.
    public static Fault groupUnavailable(String group, String version) {
        return new Fault.UnavailableGroup(group, version);
    }

    /// Refuses requests, to be completed with a failure: `refuse(create(PODS)).with(...)`.
    public static RefusedRequest refuse(RequestPattern requests) {
        return new RefusedRequest(requests);
    }

    /// The next such request fails with a conflict.
    public static Fault conflictOnce(RequestPattern requests) {
        return refuse(requests).with(conflict()).times(1);
    }

    /// Every watch of the resource breaks.
    public static Fault dropWatch(Resource<?> resource) {
        return new Fault.DroppedWatch(resource);
    }

    /// Watches break and their resource versions are too old to resume from.
    public static Fault expireRevision() {
        return new Fault.ExpiredPosition(Optional.empty());
    }

    public static Fault expireRevision(Resource<?> resource) {
        return new Fault.ExpiredPosition(Optional.of(resource));
    }

    /// Requests that are going to be refused.
    public record RefusedRequest(RequestPattern requests) {
        /// For good, until the scenario heals or a count is given.
        public Fault.Refusing with(ApiFailure failure) {
            return new Fault.Refusing(requests, failure, 0, Integer.MAX_VALUE);
        }
    }

    public static ApiFailure forbidden(String message) {
        return failure(403, "Forbidden", message);
    }

    public static ApiFailure conflict() {
        return failure(
                409,
                "Conflict",
                "the object has been modified; please apply your changes to the latest version and" + " try again");
    }

    public static ApiFailure serverError(String message) {
        return failure(500, "InternalError", message);
    }

    public static ApiFailure timeout(String message) {
        return failure(504, "Timeout", message);
    }

    private static ApiFailure failure(int code, String reason, String message) {
        return ApiFailure.of(Status.builder()
                .status("Failure")
                .code(code)
                .reason(reason)
                .message(message)
                .build());
    }
}
