package dev.kcm.model.gotype;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The fields of all built-in types, from the table the model's compiler puts into the jar. A
/// type's line is parsed whenever it is asked for: what does not fit is rare.
final class GoTypes {
    private static final String RESOURCE = "types.tsv";

    /// A field in JSON.
    ///
    /// @param parts the inlined structs it is inside of, outermost first
    record Field(String name, List<String> parts, GoType type) {}

    private final Map<String, String> lines = new HashMap<>();

    /// Reads the table at first use.
    private static final class Holder {
        private static final GoTypes TYPES = new GoTypes(SchemaTable.read(GoTypes.class, RESOURCE));
    }

    private GoTypes(List<String> table) {
        for (var line : table) {
            int tab = line.indexOf('\t');
            lines.put(tab < 0 ? line : line.substring(0, tab), line.substring(tab + 1));
        }
    }

    static GoTypes get() {
        return Holder.TYPES;
    }

    /// The type of a built-in kind.
    Optional<GoType.Struct> kind(String group, String version, String kind) {
        return Optional.ofNullable(lines.get("@" + group + "/" + version + "/" + kind))
                .map(GoType.Struct::new);
    }

    /// In the order of the struct, those of inlined parts where the part is.
    List<Field> fields(GoType.Struct type) {
        var fields = new ArrayList<Field>();
        collect(type.goName(), List.of(), fields);
        return fields;
    }

    private void collect(String goName, List<String> parts, List<Field> fields) {
        var line = lines.get(goName);
        if (line == null) {
            throw new IllegalStateException("the table of types does not describe " + goName);
        }
        var cells = line.split("\t", -1);
        for (int i = 0; i + 1 < cells.length; i += 2) {
            var type = GoType.parse(cells[i + 1]);
            if (!cells[i].isEmpty()) {
                fields.add(new Field(cells[i], parts, type));
            } else if (type instanceof GoType.Struct part) {
                var inner = new ArrayList<>(parts);
                inner.add(part.name());
                collect(part.goName(), inner, fields);
            }
        }
    }
}
