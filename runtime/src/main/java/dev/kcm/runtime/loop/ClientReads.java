package dev.kcm.runtime.loop;

import dev.kcm.client.Client;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.LiveReads;
import java.util.Optional;

/// Live reads through a controller's own client.
record ClientReads(Client client) implements LiveReads {
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
    public LiveAnswer<Scale> scale(Resource<?> resource, ObjectKey key) {
        try {
            return new LiveAnswer.Found<>(client.on(resource).getSubresource(key, "scale", Scale.SCALES));
        } catch (ApiException refused) {
            return refused.failure() instanceof ApiFailure.NotFound
                    ? new LiveAnswer.Absent<>()
                    : new LiveAnswer.Unknown<>(refused.failure());
        }
    }

    @Override
    public <T extends KubeObject> T review(Resource<T> resource, T question) {
        return client.on(resource).create(question);
    }
}
