package dev.kcm.model.ownership;

import dev.kcm.base.GoText;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonBoolean;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonNumber;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.util.stream.Collectors;

/// Values as Go's `fmt` prints what its JSON decoder makes of them.
final class GoPrint {
    private GoPrint() {}

    /// The verb `%v`.
    static String plain(Json value) {
        return switch (value) {
            case JsonText(var text) -> text;
            case JsonNumber.Real(double number) -> GoText.number(number);
            case JsonNumber.Whole _, JsonBoolean _ -> value.toText();
            case JsonNull _ -> "<nil>";
            case JsonArray(var items) -> items.stream().map(GoPrint::plain).collect(Collectors.joining(" ", "[", "]"));
            case JsonObject object ->
                object.inBytewiseOrder().asMap().entrySet().stream()
                        .map(member -> member.getKey() + ":" + plain(member.getValue()))
                        .collect(Collectors.joining(" ", "map[", "]"));
        };
    }

    /// The verb `%#v`.
    static String syntax(Json value) {
        return switch (value) {
            case JsonText(var text) -> GoText.quote(text);
            case JsonNumber.Real(double number) -> GoText.number(number);
            case JsonNumber.Whole _, JsonBoolean _ -> value.toText();
            case JsonNull _ -> "interface {}(nil)";
            case JsonArray(var items) ->
                items.stream().map(GoPrint::syntax).collect(Collectors.joining(", ", "[]interface {}{", "}"));
            case JsonObject object ->
                object.inBytewiseOrder().asMap().entrySet().stream()
                        .map(member -> GoText.quote(member.getKey()) + ":" + syntax(member.getValue()))
                        .collect(Collectors.joining(", ", "map[string]interface {}{", "}"));
        };
    }
}
