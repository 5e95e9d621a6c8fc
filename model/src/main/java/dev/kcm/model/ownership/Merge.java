package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts what a body says into an object: leaves and atomic parts of the body replace the object's, everything else is
/// merged, and nothing goes.
final class Merge {
    private Merge() {}

    static Json of(Json live, Json body, FieldType type) {
        var merged = merged(live, body, type);
        return merged == null ? Json.NULL : merged;
    }

    /// @return none where neither side leaves anything
    private static @Nullable Json merged(@Nullable Json live, @Nullable Json body, FieldType type) {
        return switch (type.form(body == null ? live : body)) {
            case SCALAR -> replaced(live, body);
            case MAP -> {
                var map = type.map().orElseThrow();
                var left = FieldType.members(live);
                var right = FieldType.members(body);
                var isLeaf = map.isAtomic() || (left.isEmpty() && right.isEmpty());
                yield isLeaf ? replaced(live, body) : members(left, right, map);
            }
            case LIST -> {
                var list = type.list().orElseThrow();
                var left = FieldType.items(live);
                var right = FieldType.items(body);
                var isLeaf = list.isAtomic() || (left.isEmpty() && right.isEmpty());
                yield isLeaf ? replaced(live, body) : items(left, right, list);
            }
        };
    }

    private static @Nullable Json replaced(@Nullable Json live, @Nullable Json body) {
        return body == null ? live : body;
    }

    private static @Nullable Json members(JsonObject live, JsonObject body, FieldType.MapType type) {
        var merged = JsonObject.builder();
        live.forEach(
                (name, value) -> put(merged, name, merged(value, body.get(name).orElse(null), member(type, name))));
        body.forEach((name, value) -> {
            if (!live.has(name)) {
                put(merged, name, merged(null, value, member(type, name)));
            }
        });
        var result = merged.build();
        return result.isEmpty() ? null : result;
    }

    private static void put(JsonObject.Builder members, String name, @Nullable Json value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    private static FieldType member(FieldType.MapType type, String name) {
        return type.member(name).orElse(FieldType.DEDUCED);
    }

    /// The body's items in the body's order; items of the object that the body does not name stay behind the item they
    /// stood behind, as far as the body's order lets them.
    private static @Nullable Json items(List<Json> live, List<Json> body, FieldType.ListType type) {
        var order = new ItemOrder(
                live.stream().map(item -> ListItems.element(type, item)).toList(),
                body.stream().map(item -> ListItems.element(type, item)).toList());
        var ours = ListItems.byElement(type, live);
        var theirs = ListItems.byElement(type, body);
        var merged = new ArrayList<Json>();
        for (var slot : order.slots()) {
            var item = slot.isKept()
                    ? merged(live.get(slot.livePosition()), null, type.element())
                    : merged(
                            single(ours, slot.element()),
                            theirs.getOrDefault(slot.element(), List.of()).getFirst(),
                            type.element());
            if (item != null) {
                merged.add(item);
            }
        }
        return merged.isEmpty() ? null : Json.array(merged);
    }

    /// The only item, null where several are alike: these do not merge with the body's.
    private static @Nullable Json single(Map<PathElement, List<Json>> items, PathElement element) {
        var alike = items.get(element);
        if (alike == null) {
            return null;
        }
        return alike.size() == 1 ? alike.getFirst() : Json.NULL;
    }

    /// The order of the items of two lists that merge.
    private record ItemOrder(List<PathElement> live, List<PathElement> body) {
        /// @param livePosition of an item that only the object has; negative for one of the body
        record Slot(PathElement element, int livePosition) {
            boolean isKept() {
                return livePosition >= 0;
            }
        }

        /// Goes along both lists. What only the object has is taken as soon as it is met; what both have waits until
        /// the body comes to it, and what comes earlier in the body than in the object is passed over there.
        List<Slot> slots() {
            var named = new HashSet<>(body);
            var present = new HashSet<>(live);
            var shared = body.stream().filter(present::contains).toList();
            var taken = new HashSet<PathElement>();
            var slots = new ArrayList<Slot>();
            int next = 0;
            int left = 0;
            int right = 0;
            while (left < live.size() || right < body.size()) {
                if (left < live.size()) {
                    var element = live.get(left);
                    if (!named.contains(element)) {
                        slots.add(new Slot(element, left++));
                        continue;
                    }
                    var isDue = right < body.size() && element.equals(body.get(right));
                    var isPassed = right < body.size()
                            && next < shared.size()
                            && !shared.get(next).equals(element);
                    if (!isDue && (isPassed || taken.contains(element))) {
                        left++;
                        if (isPassed) {
                            continue;
                        }
                    } else if (isDue) {
                        left++;
                    }
                }
                if (right < body.size()) {
                    var element = body.get(right++);
                    taken.add(element);
                    slots.add(new Slot(element, -1));
                    if (next < shared.size() && shared.get(next).equals(element)) {
                        next++;
                    }
                }
            }
            return slots;
        }
    }
}
