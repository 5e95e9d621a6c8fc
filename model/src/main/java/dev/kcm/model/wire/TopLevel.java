package dev.kcm.model.wire;

import dev.kcm.model.json.JsonWriter;

/// A message with a kind and a version of its own: what a request or a response can consist of.
public abstract class TopLevel extends Message {
    /// The kind's name as documents carry it.
    public abstract String kindName();

    /// Group and version as documents carry them: `v1`, `apps/v1`.
    public abstract String apiVersionName();

    /// The fields alone, without braces and without kind and apiVersion.
    public abstract void encodeFields(JsonWriter out);

    /// A JSON document: kind and apiVersion first, whether the object carries them or not.
    public final void encodeDocument(JsonWriter out) {
        out.beginObject();
        out.name("kind").string(kindName());
        out.name("apiVersion").string(apiVersionName());
        encodeFields(out);
        out.endObject();
    }

    public final byte[] toJson() {
        JsonWriter out = new JsonWriter(1024);
        encodeDocument(out);
        return out.toBytes();
    }

    /// The protobuf message in Kubernetes' envelope.
    public final byte[] toProtobuf() {
        ProtoWriter out = new ProtoWriter(1024);
        Envelope.write(out, this);
        return out.toBytes();
    }
}
