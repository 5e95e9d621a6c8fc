package dev.kcm.client.config;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A mapping in a YAML (or JSON) document, with the path to it for error messages.
record Section(String place, Map<?, ?> entries) {

    static Section parse(String source, String text) {
        Object document;
        try {
            document = new Load(LoadSettings.builder().setLabel(source).build()).loadFromString(text);
        } catch (YamlEngineException bad) {
            throw new ConfigException("%s is not valid YAML: %s".formatted(source, bad.getMessage()), bad);
        }
        if (!(document instanceof Map<?, ?> entries)) {
            throw new ConfigException(source + " does not hold a YAML mapping");
        }
        return new Section(source + ":", entries);
    }

    boolean has(String key) {
        return entries.get(key) != null;
    }

    /// Text, or `""`.
    String text(String key) {
        return switch (entries.get(key)) {
            case null -> "";
            case String text -> text;
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            case Object other -> throw wrong(key, "a text", other);
        };
    }

    Optional<String> optional(String key) {
        return Optional.of(text(key)).filter(text -> !text.isEmpty());
    }

    boolean flag(String key) {
        return switch (entries.get(key)) {
            case null -> false;
            case Boolean flag -> flag;
            case Object other -> throw wrong(key, "true or false", other);
        };
    }

    Section section(String key) {
        return switch (entries.get(key)) {
            case null -> new Section(at(key), Map.of());
            case Map<?, ?> map -> new Section(at(key), map);
            case Object other -> throw wrong(key, "a mapping", other);
        };
    }

    /// Whatever stands there, as JSON; `""` for nothing.
    String json(String key) {
        return has(key) ? JsonText.of(entries.get(key)) : "";
    }

    Section with(String key, String value) {
        var changed = new LinkedHashMap<Object, @Nullable Object>(entries);
        changed.put(key, value);
        return new Section(place, changed);
    }

    Section without(String key) {
        var changed = new LinkedHashMap<Object, @Nullable Object>(entries);
        changed.remove(key);
        return new Section(place, changed);
    }

    List<String> texts(String key) {
        return switch (entries.get(key)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(item -> textItem(key, item)).toList();
            case Object other -> throw wrong(key, "a list of texts", other);
        };
    }

    List<Section> sections(String key) {
        return switch (entries.get(key)) {
            case null -> List.of();
            case List<?> list ->
                list.stream().map(item -> sectionItem(key, item)).toList();
            case Object other -> throw wrong(key, "a list of mappings", other);
        };
    }

    /// Base64 of UTF-8 text.
    String decoded(String key) {
        try {
            return new String(Base64.getMimeDecoder().decode(text(key)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException bad) {
            throw new ConfigException(at(key) + " is not base64: " + bad.getMessage(), bad);
        }
    }

    String at(String key) {
        return place + (place.endsWith(":") ? " " : ".") + key;
    }

    private String textItem(String key, @Nullable Object item) {
        if (item instanceof String text) {
            return text;
        }
        throw wrong(key, "a list of texts", item);
    }

    private Section sectionItem(String key, @Nullable Object item) {
        if (item instanceof Map<?, ?> map) {
            var name = map.get("name");
            return new Section(at(key) + "[" + (name == null ? "" : name) + "]", map);
        }
        throw wrong(key, "a list of mappings", item);
    }

    private ConfigException wrong(String key, String wanted, @Nullable Object found) {
        var kind = found == null ? "null" : found.getClass().getSimpleName();
        return new ConfigException("%s must be %s, not %s".formatted(at(key), wanted, kind));
    }
}
