package dev.kcm.model.patch;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Optional;

/// Cleans parts of a patch that become part of the object because there was nothing to merge with.
final class Directives {
    private Directives() {}

    /// The value without any object that carries a `$patch` directive; empty if it is one itself.
    static Optional<Json> removed(Json value) {
        return switch (value) {
            case JsonObject object when object.has(StrategicPatch.DIRECTIVE) -> Optional.empty();
            case JsonObject object -> {
                var kept = JsonObject.builder();
                object.forEach((name, member) -> removed(member).ifPresent(one -> kept.put(name, one)));
                yield Optional.of(kept.build());
            }
            case JsonArray(var items) -> {
                var kept = new ArrayList<Json>(items.size());
                for (var item : items) {
                    removed(item).ifPresent(kept::add);
                }
                yield Optional.of(new JsonArray(kept));
            }
            default -> Optional.of(value);
        };
    }

    /// The value without members that are `null`; items of arrays stay.
    static Json withoutNulls(Json value) {
        return switch (value) {
            case JsonObject object -> {
                var kept = JsonObject.builder();
                object.forEach((name, member) -> {
                    if (!member.isNull()) {
                        kept.put(name, withoutNulls(member));
                    }
                });
                yield kept.build();
            }
            case JsonArray array -> array.mapped(Directives::withoutNulls);
            default -> value;
        };
    }
}
