package dev.kcm.runtime.event;

import dev.kcm.client.Api;
import dev.kcm.client.Patch;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;

/// Events on an API server. Thread-safe.
public final class ApiEventSink implements EventSink {
    private final Api<Event> api;

    public ApiEventSink(Api<Event> api) {
        this.api = api;
    }

    @Override
    public Result create(Event event) {
        return result(() -> api.create(event));
    }

    @Override
    public Result patch(ObjectKey key, byte[] patch) {
        return result(() -> api.patch(key, Patch.strategic(patch)));
    }

    private static Result result(Runnable request) {
        try {
            request.run();
            return new Result.Written();
        } catch (ApiException exception) {
            return switch (exception.failure()) {
                case ApiFailure.NotFound _ -> new Result.NotFound();
                case ApiFailure.AlreadyExists _ -> new Result.AlreadyExists();
                case ApiFailure.Transport failure -> new Result.Unreachable(failure.message());
                case ApiFailure.Timeout failure -> new Result.Unreachable(failure.message());
                case ApiFailure failure -> new Result.Rejected(failure.message());
            };
        }
    }
}
