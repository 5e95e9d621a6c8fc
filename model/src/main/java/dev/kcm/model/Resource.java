package dev.kcm.model;

import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoReader;
import dev.kcm.model.wire.ProtoWriter;
import dev.kcm.model.wire.TopLevel;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One resource of the API and how its objects are read and written. Each generated type holds its
/// own (`Pod.PODS`); two descriptors are equal when group, version and plural are.
///
/// @param <T> what its objects are read as
public abstract class Resource<T extends KubeObject> {
    /// The names under which a resource is known, as discovery lists them. Lists are
    /// comma-separated; subresources are `name=Kind:verb+verb` or
    /// `name=group/version/Kind:verb+verb`.
    public record Names(
            String group,
            String version,
            String kind,
            String plural,
            String singular,
            boolean isNamespaced,
            String shortNames,
            String categories,
            String verbs,
            String subresources) {}

    /// A part of an object with requests of its own, such as `status` or `scale`, and what they
    /// carry.
    public record Subresource(String name, String group, String version, String kind, List<String> verbs) {}

    private static final int METADATA = 1 << 3 | 2;
    private static final int ITEMS = 2 << 3 | 2;

    private final Names names;

    protected Resource(Names names) {
        this.names = names;
    }

    /// Reads the protobuf message alone, without its envelope.
    public abstract T decode(ProtoReader in);

    public abstract T decode(JsonReader in);

    /// False for kinds the server speaks only JSON for.
    public abstract boolean hasProtobuf();

    /// All its names at once.
    public final Names names() {
        return names;
    }

    /// The API group, empty for the core group.
    public final String group() {
        return names.group;
    }

    public final String version() {
        return names.version;
    }

    public final String kind() {
        return names.kind;
    }

    public final String plural() {
        return names.plural;
    }

    public final String singular() {
        return names.singular;
    }

    public final boolean isNamespaced() {
        return names.isNamespaced;
    }

    public final List<String> shortNames() {
        return items(names.shortNames);
    }

    public final List<String> categories() {
        return items(names.categories);
    }

    public final List<String> verbs() {
        return items(names.verbs);
    }

    public final List<Subresource> subresources() {
        return items(names.subresources).stream()
                .flatMap(declared -> parsed(declared).stream())
                .toList();
    }

    public final Optional<Subresource> subresource(String name) {
        return subresources().stream().filter(part -> part.name().equals(name)).findFirst();
    }

    /// Group and version as documents carry them: `v1`, `apps/v1`.
    public final String apiVersion() {
        return names.group.isEmpty() ? names.version : names.group + "/" + names.version;
    }

    /// Plural and group as RBAC and error messages name a resource: `pods`, `deployments.apps`.
    public final String qualifiedName() {
        return names.group.isEmpty() ? names.plural : names.plural + "." + names.group;
    }

    /// Where all objects of the resource are listed: `/api/v1/pods`, `/apis/apps/v1/deployments`.
    public final String path() {
        return prefix() + "/" + names.plural;
    }

    /// Where the objects of a namespace are listed.
    public final String path(String namespace) {
        return names.isNamespaced && !namespace.isEmpty()
                ? prefix() + "/namespaces/" + namespace + "/" + names.plural
                : path();
    }

    /// Where one object is.
    public final String path(ObjectKey key) {
        return path(key.namespace()) + "/" + key.name();
    }

    /// Reads an object in its envelope.
    public final T decodeProtobuf(byte[] document) {
        return decode(Envelope.open(document).content());
    }

    public final T decodeJson(byte[] document) {
        return decode(JsonReader.of(document));
    }

    /// The object in its envelope.
    public byte[] encodeProtobuf(T object) {
        return writable(object).toProtobuf();
    }

    /// The object as a JSON document, with kind and apiVersion.
    public byte[] encodeJson(T object) {
        return writable(object).toJson();
    }

    /// Hands over the items of a list one by one as they are read; returns the list's own metadata.
    public final ListMeta decodeList(ProtoReader in, Consumer<? super T> items) {
        ListMeta metadata = ListMeta.EMPTY;
        for (int tag = in.tag(); tag != 0; tag = in.tag()) {
            switch (tag) {
                case METADATA -> metadata = ListMeta.read(in);
                case ITEMS -> {
                    int outer = in.enter();
                    T item = decode(in);
                    in.leave(outer);
                    items.accept(item);
                }
                default -> in.skip(tag);
            }
        }
        return metadata;
    }

    public final ListMeta decodeList(JsonReader in, Consumer<? super T> items) {
        ListMeta metadata = ListMeta.EMPTY;
        in.beginObject();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            switch (name) {
                case "kind", "apiVersion" -> in.skip();
                case "metadata" -> metadata = ListMeta.decode(in);
                case "items" -> {
                    if (!in.isNull()) {
                        in.beginArray();
                        while (in.nextElement()) {
                            items.accept(decode(in));
                        }
                    }
                }
                default -> in.skipUnknown();
            }
        }
        return metadata;
    }

    /// A list of such objects as a JSON document.
    public final byte[] encodeListJson(ListMeta metadata, Iterable<? extends T> items) {
        JsonWriter out = new JsonWriter(4096);
        out.beginObject();
        out.name("kind").string(listKind());
        out.name("apiVersion").string(listApiVersion());
        metadata.encode(out.name("metadata"));
        out.name("items").beginArray();
        for (T item : items) {
            encodeItem(item, out);
        }
        out.endArray().endObject();
        return out.toBytes();
    }

    /// A list of such objects in its envelope.
    public final byte[] encodeListProtobuf(ListMeta metadata, List<? extends T> items) {
        ProtoWriter out = new ProtoWriter(4096);
        int end = Envelope.begin(out);
        for (int at = items.size() - 1; at >= 0; at--) {
            out.message(ITEMS, writable(items.get(at)));
        }
        out.message(METADATA, metadata);
        Envelope.end(out, end, listApiVersion(), listKind());
        return out.toBytes();
    }

    /// The kind documents with several objects carry.
    public String listKind() {
        return names.kind + "List";
    }

    public String listApiVersion() {
        return apiVersion();
    }

    /// Writes an object as the item of a list: without kind and apiVersion, unless it carries them.
    protected void encodeItem(T item, JsonWriter out) {
        writable(item).encode(out);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof Resource<?> that
                && names.plural.equals(that.names.plural)
                && names.group.equals(that.names.group)
                && names.version.equals(that.names.version);
    }

    @Override
    public final int hashCode() {
        return names.plural.hashCode() * 31 + names.group.hashCode();
    }

    /// The qualified name.
    @Override
    public final String toString() {
        return qualifiedName();
    }

    private String prefix() {
        return names.group.isEmpty() ? "/api/" + names.version : "/apis/" + names.group + "/" + names.version;
    }

    private TopLevel writable(T object) {
        if (object instanceof TopLevel message) {
            return message;
        }
        throw new IllegalArgumentException(
                object.getClass().getSimpleName() + " holds only part of the object and cannot be written");
    }

    /// Empty for what discovery cannot have meant: names come from servers, and servers behind them.
    private Optional<Subresource> parsed(String declared) {
        int equals = declared.indexOf('=');
        int colon = declared.indexOf(':');
        if (equals < 0 || colon < equals) {
            return Optional.empty();
        }
        String[] type = declared.substring(equals + 1, colon).split("/", -1);
        boolean foreign = type.length == 3;
        return Optional.of(new Subresource(
                declared.substring(0, equals),
                foreign ? type[0] : names.group,
                foreign ? type[1] : names.version,
                foreign ? type[2] : type[0],
                List.of(declared.substring(colon + 1).split("\\+", -1))));
    }

    private static List<String> items(String list) {
        return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
    }
}
