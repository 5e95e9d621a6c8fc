package dev.kcm.testing.scenario;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// JSON with one member a line, so that line by line comparison shows what differs.
final class IndentedJson {
    private IndentedJson() {}

    static String text(Json value) {
        return text(value, "") + "\n";
    }

    private static String text(Json value, String indent) {
        var deeper = indent + "  ";
        return switch (value) {
            case JsonObject object
            when !object.isEmpty() -> {
                var members = new ArrayList<String>();
                object.forEach(
                        (name, member) -> members.add(deeper + Json.of(name).toText() + ": " + text(member, deeper)));
                yield enclosed("{", members, indent + "}");
            }
            case JsonArray(var items)
            when !items.isEmpty() ->
                enclosed(
                        "[",
                        items.stream().map(item -> deeper + text(item, deeper)).toList(),
                        indent + "]");
            default -> value.toText();
        };
    }

    private static String enclosed(String opening, List<String> parts, String closing) {
        return opening + "\n" + String.join(",\n", parts) + "\n" + closing;
    }
}
