package dev.kcm.apiserver.http;

import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.EventStream;
import dev.kcm.apiserver.table.Tables;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.value.Bytes;
import dev.kcm.model.wire.ProtoWriter;
import dev.kcm.model.wire.TopLevel;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/// Encodes responses in the negotiated format.
final class Encoder {
    private static final int EVENT_TYPE = 1 << 3 | 2;
    private static final int EVENT_OBJECT = 2 << 3 | 2;
    private static final int RAW = 1 << 3 | 2;
    private static final String INITIAL_END = "k8s.io/initial-events-end";

    private final ResponseFormat wanted;
    private final Resource<?> resource;
    private final Tables.Include include;
    private boolean hasSentColumns;

    Encoder(ResponseFormat wanted, Resource<?> resource, Tables.Include include) {
        this.wanted = wanted;
        this.resource = resource;
        this.include = include;
    }

    String contentType() {
        return wanted.encoding().mediaType();
    }

    String watchContentType() {
        return wanted.encoding() == ResponseFormat.Encoding.JSON ? contentType() : contentType() + ";stream=watch";
    }

    byte[] encoded(ApiResponse response, Instant now) {
        return switch (response) {
            case ApiResponse.One(var object, var _) -> document(shaped(object, now));
            case ApiResponse.Many(var of, var metadata, var items) -> document(list(of, metadata, items, now));
            case ApiResponse.Done(var status) -> document(status);
            case ApiResponse.Following _ -> throw new IllegalArgumentException("a watch is written event by event");
        };
    }

    byte[] encoded(Status status) {
        return document(status);
    }

    private TopLevel list(Resource<?> of, ListMeta metadata, List<? extends KubeObject> items, Instant now) {
        return switch (wanted.shape()) {
            case OBJECT -> ObjectList.of(of.kind() + "List", of.apiVersion(), metadata, items);
            case TABLE -> Tables.of(of, metadata, items, include, true, now);
            case METADATA ->
                ObjectList.of(
                        "PartialObjectMetadataList",
                        "meta.k8s.io/v1",
                        metadata,
                        items.stream()
                                .map(item -> MetadataObject.of(of, item.metadata()))
                                .toList());
        };
    }

    private TopLevel shaped(KubeObject object, Instant now) {
        return switch (wanted.shape()) {
            case OBJECT -> (TopLevel) object;
            case METADATA -> MetadataObject.of(object.resource(), object.metadata());
            case TABLE -> {
                var metadata = ListMeta.builder()
                        .resourceVersion(object.resourceVersion())
                        .build();
                yield Tables.of(object.resource(), metadata, List.of(object), include, true, now);
            }
        };
    }

    private byte[] document(TopLevel message) {
        return wanted.encoding() == ResponseFormat.Encoding.PROTOBUF
                ? message.toProtobuf()
                : withNewline(message.toJson());
    }

    /// One event of a watch, framed.
    byte[] encoded(EventStream.Event event, Instant now) {
        return switch (event) {
            case EventStream.Event.Added(var object) -> frame("ADDED", watched(object, now));
            case EventStream.Event.Modified(var object) -> frame("MODIFIED", watched(object, now));
            case EventStream.Event.Deleted(var object) -> frame("DELETED", watched(object, now));
            case EventStream.Event.Bookmark(var version, var endsInitial) ->
                frame("BOOKMARK", bookmark(version, endsInitial, now));
            case EventStream.Event.Failed(var status) -> frame("ERROR", status);
        };
    }

    private TopLevel watched(KubeObject object, Instant now) {
        if (wanted.shape() != ResponseFormat.Shape.TABLE) {
            return shaped(object, now);
        }
        var metadata =
                ListMeta.builder().resourceVersion(object.resourceVersion()).build();
        var table = Tables.of(resource, metadata, List.of(object), include, !hasSentColumns, now);
        hasSentColumns = true;
        return table;
    }

    private TopLevel bookmark(String version, boolean endsInitial, Instant now) {
        var blank = resource.decodeJson(new byte[] {'{', '}'});
        var metadata = blank.metadata().toBuilder().resourceVersion(version);
        if (endsInitial) {
            metadata.putAnnotations(INITIAL_END, "true");
        }
        return watched(blank.withMetadata(metadata.build()), now);
    }

    private byte[] frame(String type, TopLevel object) {
        if (wanted.encoding() == ResponseFormat.Encoding.JSON) {
            var out = new JsonWriter(1024);
            out.beginObject();
            out.name("type").string(type);
            object.encodeDocument(out.name("object"));
            out.endObject();
            return withNewline(out.toBytes());
        }
        var out = new ProtoWriter(1024);
        out.bytes(RAW, Bytes.wrap(object.toProtobuf()));
        out.close(EVENT_OBJECT, 0);
        out.string(EVENT_TYPE, type);
        var message = out.toBytes();
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    private static byte[] withNewline(byte[] json) {
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }
}
