package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Objects of the model out of YAML text.
final class YamlObjects {
    private YamlObjects() {}

    static List<KubeObject> read(String text) {
        return documents(text).stream().map(YamlObjects::object).toList();
    }

    /// One value of any kind.
    static Json value(String text) {
        return documents(text).getFirst();
    }

    private static List<Json> documents(String text) {
        try {
            var documents = new ArrayList<Json>();
            new Load(LoadSettings.builder().setLabel("the scenario's YAML").build())
                    .loadAllFromString(text)
                    .forEach(document -> documents.add(json(document)));
            return documents;
        } catch (YamlEngineException bad) {
            throw new IllegalArgumentException("not valid YAML: " + bad.getMessage(), bad);
        }
    }

    private static KubeObject object(Json document) {
        var apiVersion = document.textAt("apiVersion").orElse("");
        var kind = document.textAt("kind").orElse("");
        int slash = apiVersion.indexOf('/');
        return resource(slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind)
                .decodeJson(document.toBytes());
    }

    private static Resource<?> resource(String group, String version, String kind) {
        return Catalog.byKind(group, version, kind)
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no kind \"%s\" in %s%s: give apiVersion and kind"
                                .formatted(kind, group.isEmpty() ? "" : group + "/", version)));
    }

    private static Json json(@Nullable Object value) {
        return switch (value) {
            case null -> Json.NULL;
            case Map<?, ?> map -> {
                var object = JsonObject.builder();
                map.forEach((name, member) -> object.put(String.valueOf(name), json(member)));
                yield object.build();
            }
            case List<?> list -> Json.array(list.stream().map(YamlObjects::json).toList());
            case Boolean flag -> Json.of(flag.booleanValue());
            case Integer number -> Json.of(number.longValue());
            case Long number -> Json.of(number.longValue());
            case Number number -> Json.of(number.doubleValue());
            case Object other -> Json.of(String.valueOf(other));
        };
    }
}
