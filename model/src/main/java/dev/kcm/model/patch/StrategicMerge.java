package dev.kcm.model.patch;

import static dev.kcm.model.patch.StrategicPatch.DELETE_ITEMS;
import static dev.kcm.model.patch.StrategicPatch.DIRECTIVE;
import static dev.kcm.model.patch.StrategicPatch.ORDER;
import static dev.kcm.model.patch.StrategicPatch.RETAIN_KEYS;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Applies strategic merge patches to objects; [ListMerge] does the lists.
final class StrategicMerge {
    private static final String BAD_RETAIN_KEYS = "invalid patch format of retainKeys";

    private final Members object;
    private final PatchSchema schema;

    /// Members of the patch that an order directive has dealt with already.
    private final Set<String> settled = new HashSet<>();

    private StrategicMerge(JsonObject object, PatchSchema schema) {
        this.object = Members.of(object);
        this.schema = schema;
    }

    static JsonObject merged(JsonObject object, JsonObject patch, PatchSchema schema) {
        var directive = patch.get(DIRECTIVE);
        if (directive.isPresent()) {
            return directed(directive.get(), patch);
        }
        var merge = new StrategicMerge(object, schema);
        merge.retainKeys(patch);
        patch.forEach((name, order) -> merge.order(patch, name, order));
        patch.forEach(merge::change);
        return merge.object.toJson();
    }

    private static JsonObject directed(Json directive, JsonObject patch) {
        return switch (directive) {
            case JsonText(var word) when word.equals("replace") -> patch.without(DIRECTIVE);
            case JsonText(var word) when word.equals("delete") -> JsonObject.EMPTY;
            default -> throw unknownDirective(directive, patch);
        };
    }

    static PatchException unknownDirective(Json directive, JsonObject patch) {
        var word = directive instanceof JsonText(var text) ? text : directive.toText();
        return PatchException.unfit("unknown patch type: " + word + " in map: " + patch.toText());
    }

    /// Drops members the patch does not list; it must list all it sets itself.
    private void retainKeys(JsonObject patch) {
        var directive = patch.get(RETAIN_KEYS);
        if (directive.isEmpty()) {
            return;
        }
        if (!(directive.get() instanceof JsonArray(var kept))) {
            throw PatchException.malformed(BAD_RETAIN_KEYS);
        }
        settled.add(RETAIN_KEYS);
        var retained = new HashSet<>(kept);
        patch.forEach((name, value) -> {
            var isSetting = !value.isNull()
                    && !name.equals(RETAIN_KEYS)
                    && !name.startsWith(DELETE_ITEMS)
                    && !name.startsWith(ORDER);
            if (isSetting && !retained.contains(Json.of(name))) {
                throw PatchException.malformed(BAD_RETAIN_KEYS);
            }
        });
        object.asMap().keySet().removeIf(name -> !retained.contains(Json.of(name)));
    }

    private void order(JsonObject patch, String directive, Json order) {
        if (!directive.startsWith(ORDER)) {
            return;
        }
        settled.add(directive);
        var wanted = list(order);
        var name = target(directive, ORDER, "invalid patch format of setElementOrder list");
        var present = object.has(name) ? Optional.of(list(object.get(name))) : Optional.<JsonArray>empty();
        var change = patch.get(name).map(StrategicMerge::list);
        var member = schema.member(name);
        var list = new ListMerge(member.items(), member.mergeKey());
        change.ifPresent(items -> list.checkOrder(items, wanted));
        if (present.isEmpty() && change.isEmpty()) {
            return;
        }
        var before = present.orElse(JsonArray.EMPTY);
        var merged = change.map(items -> merged(list, present, items, member.isMerged()))
                .orElse(new ListMerge.Merged(before, before));
        list.checkItems(before, change.orElse(JsonArray.EMPTY));
        object.put(name, list.ordered(merged.items(), wanted, merged.serverOrder()));
        settled.add(name);
    }

    private static ListMerge.Merged merged(
            ListMerge list, Optional<JsonArray> present, JsonArray change, boolean isMerged) {
        if (present.isEmpty()) {
            var added = (JsonArray) Directives.removed(change).orElse(change);
            return new ListMerge.Merged(added, JsonArray.EMPTY);
        }
        return isMerged ? list.mergedWithOrder(present.get(), change) : new ListMerge.Merged(change, present.get());
    }

    private static JsonArray list(Json value) {
        if (value instanceof JsonArray array) {
            return array;
        }
        throw PatchException.unfit("expected a []interface {}, but received a " + ListMerge.goType(value));
    }

    private static String target(String directive, String prefix, String problem) {
        if (!directive.startsWith(prefix + "/")) {
            throw PatchException.malformed(problem);
        }
        return directive.substring(prefix.length() + 1);
    }

    private void change(String name, Json change) {
        if (settled.contains(name)) {
            return;
        }
        if (name.startsWith(DELETE_ITEMS)) {
            var target = target(name, DELETE_ITEMS, "invalid patch format of primitive list");
            deleteItems(target.isEmpty() ? name : target, change);
        } else if (change.isNull()) {
            object.remove(name);
        } else {
            merged(name, change).ifPresentOrElse(value -> object.put(name, value), () -> object.remove(name));
        }
    }

    private void deleteItems(String name, Json change) {
        if (change.isNull()) {
            object.remove(name);
        } else if (object.get(name) instanceof JsonArray present && change instanceof JsonArray unwanted) {
            var member = schema.member(name);
            var list = new ListMerge(member.items(), member.mergeKey());
            object.put(name, list.withoutItems(present, unwanted));
        }
    }

    /// The member after the change; empty if a directive removes it.
    private Optional<Json> merged(String name, Json change) {
        var present = object.get(name);
        if (present instanceof JsonObject before && change instanceof JsonObject after) {
            var member = schema.member(name);
            return Optional.of(member.isReplaced() ? after : merged(before, after, member.type()));
        }
        if (present instanceof JsonArray before && change instanceof JsonArray after) {
            var member = schema.member(name);
            var items = member.items();
            return Optional.of(
                    member.isMerged() ? new ListMerge(items, member.mergeKey()).merged(before, after) : after);
        }
        return Directives.removed(Directives.withoutNulls(change));
    }
}
