package dev.kcm.apiserver.patch;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// Reads bodies of apply requests, which are YAML; most clients send the JSON that YAML contains.
final class YamlText {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(true)
            .build();

    private YamlText() {}

    /// @throws ApiException if it is no mapping
    static JsonObject object(byte[] text) {
        Json document;
        try {
            document = Json.parse(text);
        } catch (JsonException _) {
            document = parsed(text);
        }
        if (document instanceof JsonObject object) {
            return object;
        }
        throw undecodable(
                "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal %s into Go value of type map[string]interface {}"
                        .formatted(document.isNull() ? "null" : "value"));
    }

    private static Json parsed(byte[] text) {
        try {
            return json(new Load(SETTINGS).loadFromString(new String(text, StandardCharsets.UTF_8)));
        } catch (YamlEngineException problem) {
            throw undecodable(ApiErrors.said(problem));
        }
    }

    private static ApiException undecodable(String problem) {
        return ApiErrors.badRequest("error decoding YAML: " + problem);
    }

    private static Json json(@Nullable Object value) {
        return switch (value) {
            case null -> Json.NULL;
            case Map<?, ?> map -> {
                var members = JsonObject.builder();
                map.forEach((name, member) -> members.put(String.valueOf(name), json(member)));
                yield members.build();
            }
            case List<?> list -> {
                var items = new ArrayList<Json>();
                list.forEach(item -> items.add(json(item)));
                yield Json.array(items);
            }
            case Boolean flag -> Json.of(flag.booleanValue());
            case Integer number -> Json.of(number.longValue());
            case Long number -> Json.of(number.longValue());
            case BigInteger number -> Json.of(number.doubleValue());
            case Double number -> Json.of(number.doubleValue());
            default -> Json.of(value.toString());
        };
    }
}
