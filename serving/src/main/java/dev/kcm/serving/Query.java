package dev.kcm.serving;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The parameters after `?`, in order. As Go's server does, a pair that is not well formed (a
/// broken percent escape, a semicolon) is left out, not fatal.
public record Query(String raw, Map<String, List<String>> parameters) {
    public static final Query EMPTY = new Query("", Map.of());

    public static Query of(String raw) {
        if (raw.isEmpty()) {
            return EMPTY;
        }
        var parameters = new LinkedHashMap<String, List<String>>();
        for (var pair : raw.split("&", -1)) {
            if (pair.isEmpty() || pair.indexOf(';') >= 0) {
                continue;
            }
            int equals = pair.indexOf('=');
            var name = decode(equals < 0 ? pair : pair.substring(0, equals));
            var value = decode(equals < 0 ? "" : pair.substring(equals + 1));
            if (name.isPresent() && value.isPresent()) {
                parameters.computeIfAbsent(name.get(), _ -> new ArrayList<>()).add(value.get());
            }
        }
        parameters.replaceAll((_, values) -> List.copyOf(values));
        return new Query(raw, Collections.unmodifiableMap(parameters));
    }

    public boolean has(String name) {
        return parameters.containsKey(name);
    }

    /// The first value; a parameter without `=` has the empty one.
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    public List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    private static Optional<String> decode(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return Optional.of(text);
        }
        var coded = text.getBytes(StandardCharsets.UTF_8);
        var bytes = new ByteArrayOutputStream(coded.length);
        for (int i = 0; i < coded.length; i++) {
            if (coded[i] != '%') {
                bytes.write(coded[i] == '+' ? ' ' : coded[i]);
                continue;
            }
            int high = i + 2 < coded.length ? Character.digit(coded[i + 1], 16) : -1;
            int low = i + 2 < coded.length ? Character.digit(coded[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }
}
