package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.operation.Target;
import org.jspecify.annotations.Nullable;

/// A write by a node.
///
/// @param node the caller's name as a node
/// @param wanted what is to be stored; nothing for a delete
/// @param current what is stored; nothing for a create
record NodeRequest(
        RequestUser caller,
        String node,
        String operation,
        Target target,
        @Nullable KubeObject wanted,
        @Nullable KubeObject current) {
    static final String CREATE = "CREATE";
    static final String UPDATE = "UPDATE";
    static final String DELETE = "DELETE";

    boolean is(String other) {
        return operation.equals(other);
    }

    /// The object the request is about: the wanted one, of a delete the stored one.
    @Nullable
    KubeObject subject() {
        return wanted == null ? current : wanted;
    }

    ApiException denied(String why) {
        return ApiErrors.forbidden(target.resource(), target.name(), why);
    }

    ApiException deniedOperation() {
        return denied("unexpected operation \"%s\"".formatted(operation));
    }
}
