package dev.kcm.model;

import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.wire.ProtoReader;
import dev.kcm.model.wire.ProtoWriter;
import dev.kcm.model.wire.TopLevel;
import org.jspecify.annotations.Nullable;

/// An object of any resource of which only the metadata was asked for (upstream's
/// `PartialObjectMetadata`).
public final class MetadataObject extends TopLevel implements KubeObject {
    private static final int METADATA = 1 << 3 | 2;

    private final Resource<MetadataObject> resource;
    private final ObjectMeta metadata;

    private MetadataObject(Resource<MetadataObject> resource, ObjectMeta metadata) {
        this.resource = resource;
        this.metadata = metadata;
    }

    public static MetadataObject of(Resource<?> resource, ObjectMeta metadata) {
        return new MetadataObject(resource(resource), metadata);
    }

    /// The resource read as metadata only; equal to `full` as a resource.
    public static Resource<MetadataObject> resource(Resource<?> full) {
        return full instanceof MetadataResource same ? same : new MetadataResource(full);
    }

    @Override
    public ObjectMeta metadata() {
        return metadata;
    }

    @Override
    public MetadataObject withMetadata(ObjectMeta changed) {
        return new MetadataObject(resource, changed);
    }

    @Override
    public Resource<MetadataObject> resource() {
        return resource;
    }

    @Override
    public String kindName() {
        return "PartialObjectMetadata";
    }

    @Override
    public String apiVersionName() {
        return "meta.k8s.io/v1";
    }

    @Override
    public void encode(ProtoWriter out) {
        out.message(METADATA, metadata);
    }

    @Override
    public void encode(JsonWriter out) {
        encodeDocument(out);
    }

    @Override
    public void encodeFields(JsonWriter out) {
        metadata.encode(out.name("metadata"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof MetadataObject that
                        && resource.equals(that.resource)
                        && metadata.equals(that.metadata));
    }

    @Override
    public int hashCode() {
        return metadata.hashCode();
    }

    private static final class MetadataResource extends Resource<MetadataObject> {
        MetadataResource(Resource<?> full) {
            super(full.names());
        }

        @Override
        public String listKind() {
            return "PartialObjectMetadataList";
        }

        @Override
        public String listApiVersion() {
            return "meta.k8s.io/v1";
        }

        @Override
        public boolean hasProtobuf() {
            return true;
        }

        @Override
        public MetadataObject decode(ProtoReader in) {
            ObjectMeta metadata = ObjectMeta.EMPTY;
            for (int tag = in.tag(); tag != 0; tag = in.tag()) {
                if (tag == METADATA) {
                    metadata = ObjectMeta.read(in);
                } else {
                    in.skip(tag);
                }
            }
            return new MetadataObject(this, metadata);
        }

        /// Reads partial metadata and whole objects alike; of the latter all but the metadata is
        /// dropped.
        @Override
        public MetadataObject decode(JsonReader in) {
            ObjectMeta metadata = ObjectMeta.EMPTY;
            in.beginObject();
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                if (name.equals("metadata")) {
                    metadata = ObjectMeta.decode(in);
                } else {
                    in.skip();
                }
            }
            return new MetadataObject(this, metadata);
        }
    }
}
