package dev.kcm.model.revision;

import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.value.RawJson;

/// Pod templates as the data of a revision: a strategic merge patch that puts the template back.
final class Templates {
    private Templates() {}

    static JsonObject tree(PodTemplateSpec template) {
        var out = new JsonWriter(4096);
        template.encode(out);
        return (JsonObject) Json.parse(out.toBytes());
    }

    /// `{"spec":{"template":{"$patch":"replace",…}}}` with sorted members.
    static RawJson asPatch(JsonObject template) {
        var marked = template.with("$patch", "replace").sorted();
        return RawJson.of(Json.object("spec", Json.object("template", marked)));
    }

    static JsonObject asDoubles(JsonObject object) {
        var members = JsonObject.builder();
        object.forEach((name, member) -> members.put(name, asDoubles(member)));
        return members.build();
    }

    private static Json asDoubles(Json value) {
        return switch (value) {
            case JsonObject object -> asDoubles(object);
            case JsonArray(var items) ->
                new JsonArray(items.stream().map(item -> asDoubles(item)).toList());
            case JsonNumber number -> new JsonNumber.Real(number.doubleValue());
            default -> value;
        };
    }

    /// The template inside the data of a revision.
    static PodTemplateSpec fromPatch(RawJson data) {
        var template = data.tree().objectAt("spec", "template").without("$patch");
        return PodTemplateSpec.decode(JsonReader.of(template.toBytes()));
    }
}
