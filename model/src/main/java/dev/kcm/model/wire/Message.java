package dev.kcm.model.wire;

import dev.kcm.model.json.JsonWriter;

/// A generated, immutable, structured value with its two encodings.
public abstract class Message {
    /// The fields, highest number first, as [ProtoWriter] wants them.
    public abstract void encode(ProtoWriter out);

    /// A JSON object, or `null` where Go writes that.
    public abstract void encode(JsonWriter out);

    /// Compact JSON.
    @Override
    public String toString() {
        JsonWriter out = new JsonWriter();
        encode(out);
        return out.toString();
    }
}
