package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.failure.ApiException;
import java.util.Optional;

/// Questions to the server itself, past the caches, for the few decisions that must not rest on an
/// old picture. Asked in `observe` only; scenario tests script the answers.
public interface LiveReads {

    <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key);

    /// The same with failure as an answer.
    default <T extends KubeObject> LiveAnswer<T> ask(Resource<T> resource, ObjectKey key) {
        try {
            return get(resource, key).<LiveAnswer<T>>map(LiveAnswer.Found::new).orElseGet(LiveAnswer.Absent::new);
        } catch (ApiException failed) {
            return new LiveAnswer.Unknown<>(failed.failure());
        }
    }

    /// How many replicas an object wants and has, whatever its kind, if that can be scaled.
    default LiveAnswer<Scale> scale(Resource<?> resource, ObjectKey key) {
        throw new UnsupportedOperationException("nobody here knows the scale of " + resource);
    }

    /// Has the server judge something, such as whether somebody may do something: it answers with
    /// the question completed, and keeps nothing.
    default <T extends KubeObject> T review(Resource<T> resource, T question) {
        throw new UnsupportedOperationException("nobody here judges " + resource);
    }

    /// Whether the server has this very object and is not deleting it.
    default <T extends KubeObject> boolean isStillThere(Resource<T> resource, T object) {
        return get(resource, object.key())
                .filter(live -> live.uid().equals(object.uid()) && !live.isDeleting())
                .isPresent();
    }
}
