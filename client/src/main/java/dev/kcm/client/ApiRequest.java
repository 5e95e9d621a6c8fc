package dev.kcm.client;

import dev.kcm.base.Deadline;
import dev.kcm.model.Resource;

/// One request as data. `name` is `""` for collections, `subresource` `""` for the object itself.
public record ApiRequest(
        Resource<?> resource, String namespace, String name, String subresource, Ask ask, Deadline deadline) {

    public ApiRequest asking(Ask other) {
        return new ApiRequest(resource, namespace, name, subresource, other, deadline);
    }

    @Override
    public String toString() {
        return "%s %s %s%s"
                .formatted(
                        ask.method(),
                        resource.qualifiedName(),
                        namespace.isEmpty() ? name : namespace + "/" + name,
                        subresource.isEmpty() ? "" : "/" + subresource);
    }
}
