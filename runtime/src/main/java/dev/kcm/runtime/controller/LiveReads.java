package dev.kcm.runtime.controller;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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

    /// A part of an object that has a kind of its own, such as `scale`.
    ///
    /// @throws ApiException with the server's answer, also when there is no such object
    default <S extends KubeObject> S subresource(Resource<?> resource, ObjectKey key, String name, Resource<S> as) {
        throw new UnsupportedOperationException("nobody here reads " + name + " of " + resource);
    }

    /// How many replicas an object wants and has, whatever its kind, if that can be scaled.
    default LiveAnswer<Scale> scale(Resource<?> resource, ObjectKey key) {
        try {
            return new LiveAnswer.Found<>(subresource(resource, key, "scale", Scale.SCALES));
        } catch (ApiException refused) {
            return refused.failure() instanceof ApiFailure.NotFound
                    ? new LiveAnswer.Absent<>()
                    : new LiveAnswer.Unknown<>(refused.failure());
        }
    }

    /// A document that is no object of the API, such as the values of a metric. Who asks for the same path within
    /// `maxAge` gets what was read for the first, decoded once; a failure is not shared.
    ///
    /// @param path with its query
    /// @param decoder gives something immutable
    /// @throws ApiException when the server does not answer, or not with what the decoder can read
    default <D> LiveDocument<D> document(String path, Duration maxAge, Function<byte[], D> decoder) {
        throw new UnsupportedOperationException("nobody here reads " + path);
    }

    /// What is made of the objects in a namespace that match a selector (everything if empty), shared as a document
    /// is.
    ///
    /// @throws ApiException when the server does not answer
    default <T extends KubeObject, D> LiveDocument<D> list(
            Resource<T> resource, String namespace, String selector, Duration maxAge, Digest<T, D> digest) {
        throw new UnsupportedOperationException("nobody here lists " + resource);
    }

    /// What is made of a list.
    ///
    /// @param <D> something immutable
    @FunctionalInterface
    interface Digest<T extends KubeObject, D> {
        /// @param resourceVersion the state of the server that was listed; empty where it does not tell
        D of(List<T> items, String resourceVersion);
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
