package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;

/// A resource that is not stored: what is posted comes back answered, such as an access review.
@FunctionalInterface
public interface Review {
    KubeObject answered(RequestUser caller, KubeObject asked);
}
