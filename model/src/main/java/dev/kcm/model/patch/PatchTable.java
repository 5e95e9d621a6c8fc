package dev.kcm.model.patch;

import dev.kcm.model.gotype.SchemaTable;
import dev.kcm.model.patch.PatchSchema.ListSchema;
import dev.kcm.model.patch.PatchSchema.MapSchema;
import dev.kcm.model.patch.PatchSchema.Member;
import dev.kcm.model.patch.PatchSchema.ScalarSchema;
import dev.kcm.model.patch.PatchSchema.StructSchema;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The schema of all built-in types, from the table the model's compiler puts into the jar. A
/// type's line is parsed when it is first needed; two threads may do so at once and get equal
/// results.
final class PatchTable {
    private static final String RESOURCE = "schema.tsv";

    private final List<String> lines;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final AtomicReferenceArray<Map<String, Member>> members;

    /// Reads the table at first use.
    private static final class Holder {
        private static final PatchTable TABLE = new PatchTable(SchemaTable.read(PatchTable.class, RESOURCE));
    }

    static PatchTable get() {
        return Holder.TABLE;
    }

    private PatchTable(List<String> lines) {
        this.lines = lines;
        this.members = new AtomicReferenceArray<>(lines.size());
        for (var number = 0; number < lines.size(); number++) {
            var line = lines.get(number);
            var tab = line.indexOf('\t');
            var name = tab < 0 ? line : line.substring(0, tab);
            var isKind = name.startsWith("@");
            numbers.put(name, isKind ? Integer.parseInt(line.substring(tab + 1)) : number);
        }
    }

    Optional<PatchSchema> kind(String group, String version, String kind) {
        return type("@" + group + "/" + version + "/" + kind);
    }

    Optional<PatchSchema> type(String name) {
        return Optional.ofNullable(numbers.get(name)).map(this::struct);
    }

    private StructSchema struct(int number) {
        var line = lines.get(number);
        var tab = line.indexOf('\t');
        var goName = tab < 0 ? line : line.substring(0, tab);
        return new StructSchema(goName.substring(goName.lastIndexOf('.') + 1), () -> membersOf(number));
    }

    private Map<String, Member> membersOf(int number) {
        var known = members.get(number);
        if (known == null) {
            known = new HashMap<>();
            var cells = lines.get(number).split("\t");
            for (var cell : Arrays.asList(cells).subList(1, cells.length)) {
                var words = cell.split(" ");
                known.put(words[0], member(words));
            }
            members.set(number, known);
        }
        return known;
    }

    /// The cell `name shape [type] [strategies [key]]`.
    private Member member(String[] words) {
        var shape = words[1];
        var hasType = shape.endsWith("o") || shape.endsWith("p");
        var strategy = hasType ? 3 : 2;
        var strategies = words.length > strategy ? List.of(words[strategy].split(",")) : List.<String>of();
        return new Member(
                schema(shape, hasType ? Integer.parseInt(words[2]) : -1),
                shape.equals("p"),
                strategies.contains("merge"),
                strategies.contains("replace"),
                strategies.contains("retainKeys"),
                words.length > strategy + 1 ? words[strategy + 1] : "");
    }

    private PatchSchema schema(String shape, int type) {
        return switch (shape.charAt(0)) {
            case 'l' -> new ListSchema(schema(shape.substring(1), type));
            case 'm' -> new MapSchema(schema(shape.substring(1), type));
            case 's' -> new ScalarSchema();
            default -> struct(type);
        };
    }
}
