package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;

/// Fields of objects by their path in JSON.
final class FieldPaths {
    private FieldPaths() {}

    @SuppressWarnings("unchecked") // an object's resource is that of its own type
    static Json json(KubeObject object) {
        return Json.parse(((Resource<KubeObject>) object.resource()).encodeJson(object));
    }

    /// What stands at `path`, as in `spec.template.spec.containers[0].image`; null if nothing does.
    static Json at(Json object, String path) {
        var here = object;
        for (var part : path.split("\\.", -1)) {
            int bracket = part.indexOf('[');
            var name = bracket < 0 ? part : part.substring(0, bracket);
            here = here instanceof JsonObject it ? it.get(name).orElse(Json.NULL) : Json.NULL;
            if (bracket >= 0) {
                int index = Integer.parseInt(part.substring(bracket + 1, part.length() - 1));
                here = here instanceof JsonArray(var items) && index < items.size() ? items.get(index) : Json.NULL;
            }
        }
        return here;
    }

    /// Whether it is this value; what is not there is 0, false and the empty text.
    static boolean isEqual(Json found, Object expected) {
        return switch (found) {
            case JsonNull _ ->
                expected.equals("") || expected.equals(0) || expected.equals(0L) || expected.equals(false);
            case JsonText(var text) -> expected.equals(text);
            case JsonBoolean flag -> expected.equals(flag.value());
            case JsonNumber.Whole(var number) -> expected instanceof Number it && it.longValue() == number;
            case JsonNumber.Real(var number) -> expected instanceof Number it && it.doubleValue() == number;
            case JsonObject _, JsonArray _ -> found.toText().equals(expected);
        };
    }
}
