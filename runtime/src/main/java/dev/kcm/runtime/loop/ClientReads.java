package dev.kcm.runtime.loop;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.controller.LiveDocument;
import dev.kcm.runtime.controller.LiveReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;

/// Live reads through a controller's own client.
final class ClientReads implements LiveReads {
    private static final String JSON = "application/json";

    private final Client client;
    private final SharedDocuments documents;

    ClientReads(Client client, Clock clock) {
        this.client = client;
        this.documents = new SharedDocuments(clock);
    }

    @Override
    public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
        try {
            return Optional.of(client.on(resource).get(key));
        } catch (ApiException refused) {
            if (refused.failure() instanceof ApiFailure.NotFound) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    @Override
    public <S extends KubeObject> S subresource(Resource<?> resource, ObjectKey key, String name, Resource<S> as) {
        return client.on(resource).getSubresource(key, name, as);
    }

    @Override
    public <D> LiveDocument<D> document(String path, Duration maxAge, Function<byte[], D> decoder) {
        return documents.read(
                path, maxAge, () -> decoder.apply(client.raw(path, JSON).body()));
    }

    @Override
    public <T extends KubeObject, D> LiveDocument<D> list(
            Resource<T> resource, String namespace, String selector, Duration maxAge, Digest<T, D> digest) {
        return documents.read(resource.path(namespace) + " " + selector, maxAge, () -> {
            var items = new ArrayList<T>();
            var position = client.on(resource).list(ListQuery.in(namespace).withLabelSelector(selector), items::add);
            return digest.of(items, position.resourceVersion());
        });
    }

    @Override
    public <T extends KubeObject> T review(Resource<T> resource, T question) {
        return client.on(resource).create(question);
    }
}
