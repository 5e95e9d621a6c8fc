package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What the server has as a whole, for the few controllers that look after kinds nobody knew when
/// they were written. Every answer comes from the server, none from a cache of objects. Asked in
/// `observe` only; scenario tests script the answers.
public interface Inventory {

    /// What is served, as the server told it no earlier than `since`.
    LiveAnswer<ServedKinds> served(Instant since);

    /// Everything of a resource in a namespace.
    <T extends KubeObject> LiveAnswer<List<T>> contents(Resource<T> resource, String namespace);

    /// The same of many resources at once, as far as each can be listed, metadata only.
    Map<Resource<?>, LiveAnswer<List<MetadataObject>>> contents(
            List<? extends Resource<?>> resources, String namespace);
}
