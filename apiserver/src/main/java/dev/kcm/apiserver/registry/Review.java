package dev.kcm.apiserver.registry;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;

/// A resource that is not stored: a create returns the object with its status filled in, such as an access review.
@FunctionalInterface
public interface Review {
    KubeObject reviewed(RequestUser caller, KubeObject review);
}
