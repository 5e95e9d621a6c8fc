package dev.kcm.client;

import dev.kcm.base.Deadline;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;

/// An operation on its way to a server, and until when its outcome is of use.
public record ApiRequest(Operation operation, Deadline deadline) {

    public Resource<?> resource() {
        return operation.resource();
    }

    /// Empty for cluster-wide resources and for all namespaces.
    public String namespace() {
        return operation.target().namespace();
    }

    /// Empty for collections.
    public String name() {
        return operation.target().name();
    }

    /// Empty for the object itself.
    public String subresource() {
        return operation.target().subresource();
    }

    /// The same by the same deadline, with another operation.
    public ApiRequest with(Operation other) {
        return new ApiRequest(other, deadline);
    }

    @Override
    public String toString() {
        return "%s %s %s%s"
                .formatted(
                        operation.httpMethod(),
                        resource().qualifiedName(),
                        namespace().isEmpty() ? name() : namespace() + "/" + name(),
                        subresource().isEmpty() ? "" : "/" + subresource());
    }
}
