package dev.kcm.model;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.wire.ProtoReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// An object of a resource whose type is not known at build time: a JSON tree with a view of its
/// metadata.
public final class DynamicObject implements KubeObject {
    private final Resource<DynamicObject> resource;
    private final JsonObject content;
    private final ObjectMeta metadata;

    private DynamicObject(Resource<DynamicObject> resource, JsonObject content, ObjectMeta metadata) {
        this.resource = resource;
        this.content = content;
        this.metadata = metadata;
    }

    /// An object with this content, which includes the metadata, kind and apiVersion.
    public static DynamicObject of(Resource<?> resource, JsonObject content) {
        JsonReader in = JsonReader.of(content.toBytes());
        return new DynamicObject(resource(resource), content, metadataOf(in));
    }

    /// A resource of this name, read as JSON trees.
    public static Resource<DynamicObject> resource(Resource.Names names) {
        return new DynamicResource(names);
    }

    /// The resource read as JSON trees; equal to `typed` as a resource.
    public static Resource<DynamicObject> resource(Resource<?> typed) {
        return typed instanceof DynamicResource same ? same : new DynamicResource(typed.names());
    }

    /// Everything there is, metadata included.
    public JsonObject content() {
        return content;
    }

    @Override
    public ObjectMeta metadata() {
        return metadata;
    }

    @Override
    public DynamicObject withMetadata(ObjectMeta changed) {
        Json tree = Json.parse(changed.toString().getBytes(StandardCharsets.UTF_8));
        return new DynamicObject(resource, content.with("metadata", tree), changed);
    }

    @Override
    public Resource<DynamicObject> resource() {
        return resource;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DynamicObject that && resource.equals(that.resource) && content.equals(that.content);
    }

    @Override
    public int hashCode() {
        return content.hashCode();
    }

    @Override
    public String toString() {
        return content.toString();
    }

    private static ObjectMeta metadataOf(JsonReader in) {
        ObjectMeta metadata = ObjectMeta.EMPTY;
        in.beginObject();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            if (name.equals("metadata")) {
                metadata = ObjectMeta.decode(in);
            } else {
                in.skip();
            }
        }
        return metadata;
    }

    private static final class DynamicResource extends Resource<DynamicObject> {
        DynamicResource(Names names) {
            super(names);
        }

        @Override
        public boolean hasProtobuf() {
            return false;
        }

        @Override
        public DynamicObject decode(ProtoReader in) {
            throw new UnsupportedOperationException(this + " is read as JSON only: ask the server for JSON");
        }

        @Override
        public DynamicObject decode(JsonReader in) {
            if (Json.decode(in) instanceof JsonObject object) {
                return of(this, object);
            }
            throw in.mismatch("an object");
        }

        @Override
        protected void encodeItem(DynamicObject item, JsonWriter out) {
            item.content.encode(out);
        }

        @Override
        public byte[] encodeProtobuf(DynamicObject object) {
            throw new UnsupportedOperationException(this + " is written as JSON only");
        }

        @Override
        public byte[] encodeJson(DynamicObject object) {
            JsonWriter out = new JsonWriter();
            object.content.encode(out);
            return out.toBytes();
        }
    }
}
