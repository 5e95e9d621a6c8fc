package dev.kcm.runtime.event;

import dev.kcm.client.Api;
import dev.kcm.client.Patch;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import java.util.function.Supplier;

/// Events on an API server. Thread-safe.
public final class ApiEventSink<E extends KubeObject> implements EventSink<E> {
    private final Api<E> api;

    public ApiEventSink(Api<E> api) {
        this.api = api;
    }

    @Override
    public Answer<E> create(E event) {
        return answer(() -> api.create(event));
    }

    @Override
    public Answer<E> patch(ObjectKey key, byte[] patch) {
        return answer(() -> api.patch(key, Patch.strategic(patch)));
    }

    private static <E> Answer<E> answer(Supplier<E> request) {
        try {
            return new Answer.Recorded<>(request.get());
        } catch (ApiException exception) {
            return switch (exception.failure()) {
                case ApiFailure.NotFound _ -> new Answer.Missing<>();
                case ApiFailure.AlreadyExists _ -> new Answer.Exists<>();
                case ApiFailure.Transport failure -> new Answer.Unreachable<>(failure.message());
                case ApiFailure.Timeout failure -> new Answer.Unreachable<>(failure.message());
                case ApiFailure failure -> new Answer.Refused<>(failure.message());
            };
        }
    }
}
