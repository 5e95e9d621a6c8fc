package dev.kcm.client.remote;

import dev.kcm.client.Ask;
import dev.kcm.client.http.HeaderBlock;
import dev.kcm.client.http.HttpRequest;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;

/// What a request carries: its bytes and the header that names their encoding.
record RequestBody(byte[] content, HeaderBlock header) {
    private static final RequestBody NONE = new RequestBody(HttpRequest.NO_BODY, HeaderBlock.EMPTY);
    private static final HeaderBlock PROTOBUF = HeaderBlock.of("Content-Type", MediaTypes.PROTOBUF);
    private static final HeaderBlock JSON = HeaderBlock.of("Content-Type", MediaTypes.JSON);

    static RequestBody of(Ask ask) {
        return switch (ask) {
            case Ask.Get _, Ask.ListItems _, Ask.WatchChanges _ -> NONE;
            case Ask.Create(var object, var _) -> of(object);
            case Ask.Update(var object, var _) -> of(object);
            case Ask.Change(var patch, var _) ->
                new RequestBody(
                        patch.content(),
                        HeaderBlock.of("Content-Type", patch.type().mediaType()));
            case Ask.Delete(var options) -> new RequestBody(options.toModel().toJson(), JSON);
            case Ask.DeleteAll(var _, var options) ->
                new RequestBody(options.toModel().toJson(), JSON);
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
