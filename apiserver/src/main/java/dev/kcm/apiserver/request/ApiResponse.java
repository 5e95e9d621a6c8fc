package dev.kcm.apiserver.request;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.meta.v1.Status;
import java.util.List;

/// The response to a request that succeeded.
public sealed interface ApiResponse {
    /// An object, and whether the request created it.
    record One(KubeObject object, boolean isNew) implements ApiResponse {}

    /// A list, or a page of one.
    record Many(Resource<?> resource, ListMeta metadata, List<? extends KubeObject> items) implements ApiResponse {}

    /// Changes as they happen; the caller closes it.
    record Following(EventStream events) implements ApiResponse {}

    /// Success without an object to return.
    record Done(Status status) implements ApiResponse {
        public static final Done CREATED =
                new Done(Status.builder().status("Success").code(201).build());
    }
}
