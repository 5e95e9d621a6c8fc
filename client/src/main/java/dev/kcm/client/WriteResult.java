package dev.kcm.client;

import dev.kcm.model.ObjectKey;

/// What a write left behind. uid and resourceVersion are `""` where the server does not send them, as
/// for an object deleted at once.
public record WriteResult(ObjectKey key, String uid, String resourceVersion) {}
