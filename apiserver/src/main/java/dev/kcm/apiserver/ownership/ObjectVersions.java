package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.ownership.BuiltInTypes;
import dev.kcm.model.ownership.FieldType;
import dev.kcm.model.ownership.Versions;
import java.util.Optional;

/// The versions in which objects of a kind are served.
record ObjectVersions(String kind) implements Versions {
    @Override
    public Optional<FieldType> type(String apiVersion) {
        return resource(apiVersion).flatMap(it -> BuiltInTypes.of(apiVersion, kind));
    }

    @Override
    public Json converted(Json object, String from, String to) {
        var read = resource(from).orElseThrow().decodeJson(object.toBytes());
        return tree(VersionConversion.converted(read, resource(to).orElseThrow()));
    }

    private Optional<? extends Resource<?>> resource(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return Catalog.byKind(slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    static JsonObject tree(KubeObject object) {
        return (JsonObject) Json.parse(((Resource<KubeObject>) object.resource()).encodeJson(object));
    }
}
