package dev.kcm.model.gotype;

import dev.kcm.base.GoText;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.stream.Collectors;

/// A JSON value as Go prints what it becomes without a type: `map[a:[1 2] b:<nil>]`.
public final class GoValue {
    private GoValue() {}

    public static String shown(Json value) {
        return switch (value) {
            case JsonObject object ->
                object.inBytewiseOrder().asMap().entrySet().stream()
                        .map(member -> member.getKey() + ":" + shown(member.getValue()))
                        .collect(Collectors.joining(" ", "map[", "]"));
            case JsonArray(var items) -> items.stream().map(GoValue::shown).collect(Collectors.joining(" ", "[", "]"));
            case JsonText(var text) -> text;
            case JsonNumber.Whole(var number) -> Long.toString(number);
            case JsonNumber.Real(var number) -> GoText.number(number);
            case JsonBoolean flag -> Boolean.toString(flag.value());
            case JsonNull _ -> "<nil>";
        };
    }
}
