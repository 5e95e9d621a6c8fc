package dev.kcm.model.ownership;

import dev.kcm.model.gotype.SchemaTable;
import dev.kcm.model.json.Json;
import dev.kcm.model.ownership.FieldType.Field;
import dev.kcm.model.ownership.FieldType.ListType;
import dev.kcm.model.ownership.FieldType.MapType;
import dev.kcm.model.ownership.FieldType.Scalar;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// The types of all built-in kinds, from a table that `conformance/go/apply` writes. A line is parsed when its type is
/// first needed; two threads may do so at once and get equal results.
///
/// One line per object type: its name, `!` if it is atomic (else `~`), then a field per cell, `name type [default]`,
/// with the name `*` for all others. A type is `s`, `n`, `b` or `u` for scalars (string, number, truth value, any),
/// `d` for anything, `a` for anything as one value, `#N` for the type of line N (with `!` or `~` where the field
/// overrides it), `{` with `!` or `~` for a map, `[!`, `[=` or `[KEYS:` for an atomic list, a set and a keyed list,
/// each followed by the type of what is in it. Last come the kinds, `@group/version/Kind` and the number of their
/// line.
public final class BuiltInTypes {
    private static final String RESOURCE = "schema.tsv";

    private final List<String> lines;
    private final Map<String, Integer> kinds = new HashMap<>();
    private final AtomicReferenceArray<Map<String, Field>> fields;

    /// Reads the table at first use.
    private static final class Holder {
        private static final BuiltInTypes TYPES = new BuiltInTypes(SchemaTable.read(BuiltInTypes.class, RESOURCE));
    }

    private BuiltInTypes(List<String> lines) {
        this.lines = lines;
        this.fields = new AtomicReferenceArray<>(lines.size());
        for (var line : lines) {
            if (line.startsWith("@")) {
                int tab = line.indexOf('\t');
                kinds.put(line.substring(1, tab), Integer.parseInt(line.substring(tab + 1)));
            }
        }
    }

    /// The type of a kind; empty for one that is not built in.
    ///
    /// @param apiVersion as objects have it: `v1`, `apps/v1`
    public static Optional<FieldType> of(String apiVersion, String kind) {
        var types = Holder.TYPES;
        var key = (apiVersion.contains("/") ? "" : "/") + apiVersion + "/" + kind;
        return Optional.ofNullable(types.kinds.get(key)).map(number -> types.line(number, ""));
    }

    /// @param override `!` or `~` in place of what the line says
    private FieldType line(int number, String override) {
        var line = lines.get(number);
        int tab = line.indexOf('\t');
        var isAtomic = (override.isEmpty() ? line.substring(tab + 1, tab + 2) : override).equals("!");
        return FieldType.of(new MapType(
                isAtomic,
                () -> fields(number),
                () -> Optional.ofNullable(fields(number).get("*")).map(Field::type)));
    }

    private Map<String, Field> fields(int number) {
        var known = fields.get(number);
        if (known == null) {
            known = new HashMap<>();
            var cells = lines.get(number).split("\t", -1);
            for (var cell : Arrays.asList(cells).subList(2, cells.length)) {
                var words = cell.split(" ", 3);
                var defaultValue = words.length > 2 ? Optional.of(Json.parse(words[2])) : Optional.<Json>empty();
                known.put(words[0], new Field(type(words[1]), defaultValue));
            }
            fields.set(number, known);
        }
        return known;
    }

    private FieldType type(String text) {
        return switch (text.charAt(0)) {
            case 's' -> FieldType.of(Scalar.STRING);
            case 'n' -> FieldType.of(Scalar.NUMERIC);
            case 'b' -> FieldType.of(Scalar.BOOLEAN);
            case 'u' -> FieldType.of(Scalar.ANY);
            case 'd' -> FieldType.DEDUCED;
            case 'a' -> FieldType.ATOMIC;
            case '#' -> reference(text.substring(1));
            case '{' -> {
                var values = type(text.substring(2));
                yield FieldType.of(new MapType(text.charAt(1) == '!', Map::of, () -> Optional.of(values)));
            }
            case '[' -> FieldType.of(list(text.substring(1)));
            default -> throw new IllegalStateException("the table of types has an unknown one: " + text);
        };
    }

    private FieldType reference(String text) {
        var override = text.endsWith("!") || text.endsWith("~") ? text.substring(text.length() - 1) : "";
        return line(Integer.parseInt(text.substring(0, text.length() - override.length())), override);
    }

    private ListType list(String text) {
        int colon = text.indexOf(':');
        var isKeyed = text.charAt(0) != '!' && text.charAt(0) != '=';
        var element = type(isKeyed ? text.substring(colon + 1) : text.substring(1));
        Supplier<FieldType> elements = () -> element;
        return isKeyed
                ? new ListType(false, List.of(text.substring(0, colon).split(",")), elements)
                : new ListType(text.charAt(0) == '!', List.of(), elements);
    }
}
