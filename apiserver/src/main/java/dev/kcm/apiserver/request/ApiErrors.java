package dev.kcm.apiserver.request;

import dev.kcm.base.GoText;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.meta.v1.StatusCause;
import dev.kcm.model.meta.v1.StatusDetails;
import dev.kcm.model.operation.Target;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// API errors with upstream's reasons and messages: clients and controllers compare some of them.
public final class ApiErrors {
    private ApiErrors() {}

    public static ApiException notFound(Resource<?> resource, String name) {
        return of(
                404,
                "NotFound",
                "%s \"%s\" not found".formatted(resource.qualifiedName(), name),
                about(resource, name));
    }

    /// An object without metrics, as metrics-server says it.
    ///
    /// @param plural of metrics: `podmetrics`
    public static ApiException noMetrics(String plural, ObjectKey key) {
        return of(
                404,
                "NotFound",
                "%s.metrics.k8s.io \"%s\" not found".formatted(plural, key),
                details -> details.name(key.toString()).group("metrics.k8s.io").kind(plural));
    }

    /// No value of a custom or external metric.
    public static ApiException noMetric(String metric, String what) {
        return of(404, "NotFound", "the server could not find the metric %s for %s".formatted(metric, what), null);
    }

    /// No such path.
    public static ApiException noSuchPath() {
        return of(404, "NotFound", "the server could not find the requested resource", _ -> {});
    }

    public static ApiException alreadyExists(Resource<?> resource, String name) {
        return of(
                409,
                "AlreadyExists",
                "%s \"%s\" already exists".formatted(resource.qualifiedName(), name),
                about(resource, name));
    }

    public static ApiException noUniqueName(Resource<?> resource, String name) {
        return of(
                409,
                "AlreadyExists",
                "%s \"%s\" already exists, the server was not able to generate a unique name for"
                                .formatted(resource.qualifiedName(), name)
                        + " the object",
                about(resource, name));
    }

    public static ApiException conflict(Resource<?> resource, String name, String problem) {
        return of(
                409,
                "Conflict",
                "Operation cannot be fulfilled on %s \"%s\": %s".formatted(resource.qualifiedName(), name, problem),
                about(resource, name));
    }

    /// A conflict where upstream names the kind instead of the resource.
    public static ApiException conflictOfKind(String group, String kind, String name, String problem) {
        return of(
                409,
                "Conflict",
                "Operation cannot be fulfilled on %s \"%s\": %s"
                        .formatted(group.isEmpty() ? kind : kind + "." + group, name, problem),
                details -> details.name(name).group(group).kind(kind));
    }

    public static ApiException modified(Resource<?> resource, String name) {
        return conflict(
                resource,
                name,
                "the object has been modified; please apply your changes to the latest version and" + " try again");
    }

    /// The object is not valid.
    public static ApiException invalid(Resource<?> resource, String name, String problems, List<StatusCause> causes) {
        var kind = resource.group().isEmpty() ? resource.kind() : resource.kind() + "." + resource.group();
        return of(
                422,
                "Invalid",
                "%s \"%s\" is invalid: %s".formatted(kind, name, problems),
                details -> details.name(name)
                        .group(resource.group())
                        .kind(resource.kind())
                        .causes(causes));
    }

    /// An object that is not stored is not valid; upstream does not say of which kind it is.
    public static ApiException invalidOfGroup(String group, String problems, List<StatusCause> causes) {
        return of(
                422,
                "Invalid",
                ".%s \"\" is invalid: %s".formatted(group, problems),
                details -> details.group(group).causes(causes));
    }

    /// A patch that applies, but makes something else than an object of the kind.
    public static ApiException invalidPatch(String shown, String problem) {
        var body = "Invalid value: %s: %s".formatted(GoText.quote(shown), problem);
        return of(
                422,
                "Invalid",
                " \"\" is invalid: patch: " + body,
                details -> details.addCauses(
                        cause -> cause.reason("FieldValueInvalid").message(body).field("patch")));
    }

    public static ApiException badRequest(String problem) {
        return of(400, "BadRequest", problem, null);
    }

    public static ApiException unauthorized() {
        return of(401, "Unauthorized", "Unauthorized", null);
    }

    public static ApiException forbidden(Resource<?> resource, String name, String why) {
        return forbidden(resource, name, why, List.of());
    }

    public static ApiException forbidden(Resource<?> resource, String name, String why, List<StatusCause> causes) {
        var what = name.isEmpty() ? resource.qualifiedName() : "%s \"%s\"".formatted(resource.qualifiedName(), name);
        return of(
                403,
                "Forbidden",
                what + " is forbidden: " + why,
                about(resource, name).andThen(details -> details.causes(causes)));
    }

    /// The same where upstream does not name the resource as it is served.
    public static ApiException forbiddenOf(String group, String resource, String name, String why) {
        return of(
                403,
                "Forbidden",
                "%s.%s \"%s\" is forbidden: %s".formatted(resource, group, name, why),
                details -> details.name(name).group(group).kind(resource));
    }

    /// Something that is not a resource.
    public static ApiException forbidden(String why) {
        return of(403, "Forbidden", why, _ -> {});
    }

    public static ApiException tooManyRequests(String problem, int retryAfterSeconds, String cause) {
        return of(
                429,
                "TooManyRequests",
                problem,
                details -> details.retryAfterSeconds(retryAfterSeconds)
                        .causes(
                                cause.isEmpty()
                                        ? List.of()
                                        : List.of(StatusCause.builder()
                                                .reason("DisruptionBudget")
                                                .message(cause)
                                                .build())));
    }

    /// The requested revision has been compacted: the client must list again.
    public static ApiException expired(String problem) {
        return of(410, "Expired", problem, null);
    }

    /// A list that cannot go on as it began; the token goes on in the newest state.
    public static ApiException expired(String problem, String continueToken) {
        var status = expired(problem).failure().status();
        return of(status.withMetadata(metadata -> metadata.continue_(continueToken)));
    }

    /// The options of a request contradict each other or themselves.
    public static ApiException invalidOptions(String options, String problems) {
        return of(
                422,
                "Invalid",
                "%s.meta.k8s.io \"\" is invalid: %s".formatted(options, problems),
                details -> details.group("meta.k8s.io").kind(options));
    }

    /// An option that this request cannot have.
    public static ApiException forbiddenOption(String options, String field, String why) {
        var body = "Forbidden: " + why;
        return of(
                422,
                "Invalid",
                "%s.meta.k8s.io \"\" is invalid: %s: %s".formatted(options, field, body),
                details -> details.group("meta.k8s.io")
                        .kind(options)
                        .addCauses(cause -> cause.reason("FieldValueForbidden")
                                .message(body)
                                .field(field)));
    }

    /// An option that this request must have.
    public static ApiException requiredOption(String options, String field, String why) {
        var body = "Required value: " + why;
        return of(
                422,
                "Invalid",
                "%s.meta.k8s.io \"\" is invalid: %s: %s".formatted(options, field, body),
                details -> details.group("meta.k8s.io")
                        .kind(options)
                        .addCauses(cause ->
                                cause.reason("FieldValueRequired").message(body).field(field)));
    }

    /// An apply that others' fields are in the way of.
    public static ApiException applyConflict(String message, List<StatusCause> causes) {
        return of(409, "Conflict", message, details -> details.causes(causes));
    }

    /// An update that must say what it changes and does not.
    public static ApiException mustNameVersion(Resource<?> resource, String name) {
        var problem = "Invalid value: 0: must be specified for an update";
        return of(
                422,
                "Invalid",
                "%s \"%s\" is invalid: metadata.resourceVersion: %s".formatted(resource.qualifiedName(), name, problem),
                details -> details.name(name)
                        .group(resource.group())
                        .kind(resource.plural())
                        .addCauses(cause -> cause.reason("FieldValueInvalid")
                                .message(problem)
                                .field("metadata.resourceVersion")));
    }

    /// A well-formed patch that does not fit the object; upstream does not say more.
    public static ApiException patchRejected() {
        return of(422, "Invalid", "the server rejected our request due to an error in our request", _ -> {});
    }

    /// Something that breaks a rule outside the kind's own.
    public static ApiException unprocessable(String problem) {
        return of(422, "Invalid", problem, _ -> {});
    }

    public static ApiException methodNotSupported(Target target, String verb) {
        return of(
                405,
                "MethodNotAllowed",
                "%s is not supported on resources of kind \"%s\""
                        .formatted(verb, target.resource().qualifiedName()),
                details -> details.group(target.resource().group())
                        .kind(target.resource().plural()));
    }

    public static ApiException methodNotAllowed() {
        return of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", _ -> {});
    }

    public static ApiException unsupportedMediaType(String problem) {
        return of(415, "UnsupportedMediaType", problem, null);
    }

    public static ApiException notAcceptable(String problem) {
        return of(406, "NotAcceptable", problem, null);
    }

    public static ApiException unavailable(String problem) {
        return of(503, "ServiceUnavailable", problem, null);
    }

    public static ApiException tooLarge(String problem) {
        return of(413, "RequestEntityTooLarge", problem, null);
    }

    /// The time for a request is over.
    public static ApiException timeout(String problem) {
        return of(504, "Timeout", "Timeout: " + problem, _ -> {});
    }

    /// A revision that has not been reached yet.
    public static ApiException futureRevision(String requested, long current, int retryAfterSeconds) {
        return of(
                504,
                "Timeout",
                "Timeout: Too large resource version: %s, current: %d".formatted(requested, current),
                details -> details.retryAfterSeconds(retryAfterSeconds)
                        .addCauses(cause ->
                                cause.reason("ResourceVersionTooLarge").message("Too large resource version")));
    }

    /// An error that upstream gives no reason: it comes from below and is passed on as it is.
    public static ApiException unknown(String problem) {
        return of(500, "", problem, null);
    }

    public static ApiException internalError(String problem) {
        return of(
                500,
                "InternalError",
                "Internal error occurred: " + problem,
                details -> details.addCauses(cause -> cause.message(problem)));
    }

    /// A write that could not be kept. Upstream passes etcd's errors on like this, a full one too
    /// (`etcdserver: mvcc: database space exceeded`): 500 without a reason.
    public static ApiException storageFailed(String problem) {
        return of(500, "", problem, null);
    }

    /// What an exception says, or what it is if it says nothing.
    public static String said(Exception problem) {
        return Objects.requireNonNullElse(problem.getMessage(), problem.toString());
    }

    private static Consumer<StatusDetails.Builder> about(Resource<?> resource, String name) {
        return details -> details.name(name).group(resource.group()).kind(resource.plural());
    }

    private static ApiException of(
            int code, String reason, String message, @Nullable Consumer<StatusDetails.Builder> details) {
        var status = Status.builder()
                .status("Failure")
                .message(message)
                .reason(reason)
                .code(code);
        return of(details == null ? status.build() : status.details(details).build());
    }

    private static ApiException of(Status status) {
        return new ApiException(ApiFailure.of(status));
    }
}
