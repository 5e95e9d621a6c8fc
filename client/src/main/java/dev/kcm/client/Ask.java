package dev.kcm.client;

import dev.kcm.model.KubeObject;

/// What a request asks for, with what it needs for it.
public sealed interface Ask {

    /// `resourceVersion` `""`: the newest.
    record Get(String resourceVersion) implements Ask {}

    record ListItems(ListQuery query) implements Ask {}

    record WatchChanges(WatchQuery query) implements Ask {}

    record Create(KubeObject object, WriteOptions options) implements Ask {}

    record Update(KubeObject object, WriteOptions options) implements Ask {}

    record Change(Patch patch, WriteOptions options) implements Ask {}

    record Delete(DeleteOptions options) implements Ask {}

    record DeleteAll(ListQuery query, DeleteOptions options) implements Ask {}

    /// The HTTP method, which upstream's metrics call verb.
    default String method() {
        return switch (this) {
            case Get _, ListItems _, WatchChanges _ -> "GET";
            case Create _ -> "POST";
            case Update _ -> "PUT";
            case Change _ -> "PATCH";
            case Delete _, DeleteAll _ -> "DELETE";
        };
    }
}
