package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;

/// What a caller wants to do, as authorization sees it: a verb on a resource, or, if the path
/// is not empty, on a path outside the API.
public record AccessAttributes(String verb, String group, String resource, String namespace, String name, String path) {
    public static AccessAttributes of(Operation call) {
        return to(call.verb(), call.target());
    }

    public static AccessAttributes to(String verb, Target target) {
        return new AccessAttributes(
                verb,
                target.resource().group(),
                target.resourceName(),
                target.resource().qualifiedName().equals("namespaces") ? target.name() : target.namespace(),
                target.name(),
                "");
    }

    public static AccessAttributes toPath(String verb, String path) {
        return new AccessAttributes(verb, "", "", "", "", path);
    }

    /// The error for a caller that may not do this to a resource.
    public ApiException denied(Target target, RequestUser caller) {
        return ApiErrors.forbidden(target.resource(), target.name(), denial(caller.name()));
    }

    /// Why a caller is denied, in upstream's words.
    public String denial(String user) {
        if (!path.isEmpty()) {
            return "User \"%s\" cannot %s path \"%s\"".formatted(user, verb, path);
        }
        var scope = namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
        return "User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s"
                .formatted(user, verb, resource, group, scope);
    }
}
