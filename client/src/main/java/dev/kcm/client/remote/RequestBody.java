package dev.kcm.client.remote;

import dev.kcm.client.http.HeaderBlock;
import dev.kcm.client.http.HttpRequest;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.operation.Operation;

/// What a request carries: its bytes and the header that names their encoding.
record RequestBody(byte[] content, HeaderBlock header) {
    private static final RequestBody NONE = new RequestBody(HttpRequest.NO_BODY, HeaderBlock.EMPTY);
    private static final HeaderBlock PROTOBUF = HeaderBlock.of("Content-Type", MediaTypes.PROTOBUF);
    private static final HeaderBlock JSON = HeaderBlock.of("Content-Type", MediaTypes.JSON);

    static RequestBody of(Operation operation) {
        return switch (operation) {
            case Operation.Get _, Operation.ListObjects _, Operation.Watch _ -> NONE;
            case Operation.Create create -> of(create.object());
            case Operation.Update update -> of(update.object());
            case Operation.Patch patch ->
                new RequestBody(
                        patch.patch().toByteArray(),
                        HeaderBlock.of("Content-Type", patch.type().mediaType()));
            case Operation.Delete delete -> new RequestBody(delete.options().toJson(), JSON);
            case Operation.DeleteCollection delete ->
                new RequestBody(delete.options().toJson(), JSON);
        };
    }

    @SuppressWarnings("unchecked") // an object's resource is that of its own type
    private static <T extends KubeObject> RequestBody of(T object) {
        var resource = (Resource<T>) object.resource();
        return resource.hasProtobuf()
                ? new RequestBody(resource.encodeProtobuf(object), PROTOBUF)
                : new RequestBody(resource.encodeJson(object), JSON);
    }
}
