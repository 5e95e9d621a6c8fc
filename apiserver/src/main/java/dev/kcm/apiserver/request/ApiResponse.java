package dev.kcm.apiserver.request;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.meta.v1.Status;
import java.util.List;

/// What a request that was not refused is answered with.
public sealed interface ApiResponse {
    /// An object, and whether the request made it.
    record One(KubeObject object, boolean isNew) implements ApiResponse {}

    /// A list, or a page of one.
    record Many(Resource<?> resource, ListMeta metadata, List<? extends KubeObject> items) implements ApiResponse {}

    /// Changes as they happen; whoever asked closes it.
    record Following(EventStream events) implements ApiResponse {}

    /// It was done and there is no object to show.
    record Done(Status status) implements ApiResponse {}
}
