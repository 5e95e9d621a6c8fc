package dev.kcm.apiserver.http;

import dev.kcm.model.KubeObject;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.wire.ProtoWriter;
import dev.kcm.model.wire.TopLevel;
import java.util.List;

/// A list of any kind. Its items go without kind and apiVersion, except where all are of a kind
/// other than the list says.
final class ObjectList extends TopLevel {
    private static final int METADATA = 1 << 3 | 2;
    private static final int ITEMS = 2 << 3 | 2;

    private final String kind;
    private final String apiVersion;
    private final ListMeta metadata;
    private final List<TopLevel> items;

    private ObjectList(String kind, String apiVersion, ListMeta metadata, List<TopLevel> items) {
        this.kind = kind;
        this.apiVersion = apiVersion;
        this.metadata = metadata;
        this.items = items;
    }

    static ObjectList of(String kind, String apiVersion, ListMeta metadata, List<? extends KubeObject> items) {
        return new ObjectList(
                kind,
                apiVersion,
                metadata,
                items.stream().map(TopLevel.class::cast).toList());
    }

    @Override
    public String kindName() {
        return kind;
    }

    @Override
    public String apiVersionName() {
        return apiVersion;
    }

    @Override
    public void encode(ProtoWriter out) {
        out.messages(ITEMS, items);
        out.message(METADATA, metadata);
    }

    @Override
    public void encode(JsonWriter out) {
        encodeDocument(out);
    }

    @Override
    public void encodeFields(JsonWriter out) {
        metadata.encode(out.name("metadata"));
        out.name("items").beginArray();
        for (var item : items) {
            out.beginObject();
            item.encodeFields(out);
            out.endObject();
        }
        out.endArray();
    }
}
