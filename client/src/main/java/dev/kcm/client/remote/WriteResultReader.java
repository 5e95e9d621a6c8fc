package dev.kcm.client.remote;

import dev.kcm.client.WriteResult;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoReader;

/// Reads of a response only what a WriteResult holds. Every object has its metadata in field 1; a
/// Status, which deletions may get, is no object.
final class WriteResultReader {
    private static final int METADATA = 1 << 3 | 2;
    private static final int NAME = 1 << 3 | 2;
    private static final int NAMESPACE = 3 << 3 | 2;
    private static final int UID = 5 << 3 | 2;
    private static final int RESOURCE_VERSION = 6 << 3 | 2;

    private String name = "";
    private String namespace = "";
    private String uid = "";
    private String resourceVersion = "";

    private WriteResultReader() {}

    /// `requested` stands in where the response has no name.
    static WriteResult read(String contentType, byte[] body, ObjectKey requested) {
        var reader = new WriteResultReader();
        if (MediaTypes.isProtobuf(contentType)) {
            var envelope = Envelope.open(body);
            if (!envelope.kind().equals("Status")) {
                reader.object(envelope.content());
            }
        } else {
            reader.object(JsonReader.of(body));
        }
        var key = reader.name.isEmpty() ? requested : new ObjectKey(reader.namespace, reader.name);
        return new WriteResult(key, reader.uid, reader.resourceVersion);
    }

    private void object(ProtoReader in) {
        for (int tag = in.tag(); tag != 0; tag = in.tag()) {
            if (tag == METADATA) {
                int outer = in.enter();
                metadata(in);
                in.leave(outer);
                return;
            }
            in.skip(tag);
        }
    }

    private void metadata(ProtoReader in) {
        for (int tag = in.tag(); tag != 0; tag = in.tag()) {
            switch (tag) {
                case NAME -> name = in.string();
                case NAMESPACE -> namespace = in.string();
                case UID -> uid = in.string();
                case RESOURCE_VERSION -> {
                    resourceVersion = in.string();
                    return; // what we want comes before the rest
                }
                default -> in.skip(tag);
            }
        }
    }

    private void object(JsonReader in) {
        in.beginObject();
        for (var field = in.nextName(); field != null; field = in.nextName()) {
            if (field.equals("metadata") && !in.isNull()) {
                metadata(in);
            } else {
                in.skip();
            }
        }
    }

    private void metadata(JsonReader in) {
        in.beginObject();
        for (var field = in.nextName(); field != null; field = in.nextName()) {
            switch (field) {
                case "name" -> name = in.string();
                case "namespace" -> namespace = in.string();
                case "uid" -> uid = in.string();
                case "resourceVersion" -> resourceVersion = in.string();
                default -> in.skip();
            }
        }
    }
}
