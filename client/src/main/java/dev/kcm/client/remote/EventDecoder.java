package dev.kcm.client.remote;

import dev.kcm.client.WatchEvent;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import dev.kcm.model.wire.ProtoReader;
import java.util.Arrays;

/// Reads the messages of a watch.
record EventDecoder<T extends KubeObject>(Resource<T> resource, boolean isBinary) {
    private static final int TYPE = 1 << 3 | 2;
    private static final int OBJECT = 2 << 3 | 2;
    private static final int RAW = 1 << 3 | 2;
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    WatchEvent<T> event(byte[] source, int length) {
        return isBinary ? fromProtobuf(source, length) : fromJson(Arrays.copyOf(source, length));
    }

    /// WatchEvent { type, object { raw } }, where raw is an object in its envelope.
    private WatchEvent<T> fromProtobuf(byte[] source, int length) {
        var in = ProtoReader.of(source, 0, length);
        var type = "";
        int start = 0;
        int end = 0;
        for (int tag = in.tag(); tag != 0; tag = in.tag()) {
            switch (tag) {
                case TYPE -> type = in.string();
                case OBJECT -> {
                    int outer = in.enter();
                    for (int part = in.tag(); part != 0; part = in.tag()) {
                        if (part == RAW) {
                            int inner = in.enter();
                            start = in.position();
                            in.leave(inner);
                            end = in.position();
                        } else {
                            in.skip(part);
                        }
                    }
                    in.leave(outer);
                }
                default -> in.skip(tag);
            }
        }
        var content = Envelope.open(source, start, end).content();
        return switch (type) {
            case "ERROR" -> failed(Status.decode(content));
            case "BOOKMARK" -> bookmark(MetadataObject.resource(resource).decode(content));
            default -> event(type, resource.decode(content.withoutManagedFields()));
        };
    }

    private WatchEvent<T> fromJson(byte[] document) {
        var in = JsonReader.of(document);
        var type = "";
        byte[] object = {};
        in.beginObject();
        for (var field = in.nextName(); field != null; field = in.nextName()) {
            switch (field) {
                case "type" -> type = in.string();
                case "object" -> object = in.raw();
                default -> in.skip();
            }
        }
        if (object.length == 0) {
            throw new JsonException("object", "a watch event without an object");
        }
        var content = JsonReader.of(object);
        return switch (type) {
            case "ERROR" -> failed(Status.decode(content));
            case "BOOKMARK" -> bookmark(MetadataObject.resource(resource).decode(content));
            default -> event(type, resource.decode(content));
        };
    }

    private WatchEvent<T> event(String type, T object) {
        return switch (type) {
            case "ADDED" -> new WatchEvent.Added<>(object);
            case "MODIFIED" -> new WatchEvent.Modified<>(object);
            case "DELETED" -> new WatchEvent.Deleted<>(object);
            default -> throw new ProtoException("a watch event of type \"" + type + "\"");
        };
    }

    /// Read as metadata: a projection may leave out the very annotation that marks the end of the
    /// initial events.
    private WatchEvent<T> bookmark(MetadataObject position) {
        return new WatchEvent.Bookmark<>(
                position.resourceVersion(), "true".equals(position.annotations().get(INITIAL_EVENTS_END)));
    }

    private WatchEvent<T> failed(Status status) {
        return new WatchEvent.Failed<>(ApiFailure.of(status));
    }
}
