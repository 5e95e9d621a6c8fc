package dev.kcm.modelcompiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes what strategic merge patches need of the schema as a small resource for the model's jar:
/// for each type its fields' shapes, strategies and merge keys, inlined parts folded in.
///
/// One line per type: its Go name, then a field per cell, `name shape [type] [strategy [key]]`. A
/// shape is `s` for a scalar, `o` for a struct, `p` for a pointer to one, with `l` in front for
/// lists and `m` for maps; a type is the number of its line. Last come the kinds,
/// `@group/version/Kind` and the number of their type.
public final class PatchTable {
    private static final String STRUCT = "struct:";

    private final Map<String, List<String[]>> types = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    private PatchTable(List<String> schema) {
        List<String[]> fields = new ArrayList<>();
        for (String line : schema.subList(1, schema.size())) {
            if (line.startsWith("\t")) {
                fields.add(line.substring(1).split("\t", -1));
            } else {
                fields = new ArrayList<>();
                numbers.put(line, types.size());
                types.put(line, fields);
            }
        }
    }

    /// Arguments: the folder of the tables, the release in their names, the file to write.
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        String release = arguments[1];
        Path target = Path.of(arguments[2]);
        PatchTable table = new PatchTable(Files.readAllLines(folder.resolve("schema-" + release + ".tsv")));
        List<String> lines = table.lines();
        List<String> kinds = Files.readAllLines(folder.resolve("kinds-" + release + ".tsv"));
        kinds.stream().skip(1).map(table::kind).forEach(lines::add);
        Files.createDirectories(target.getParent());
        Files.write(target, lines);
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String type : types.keySet()) {
            StringBuilder line = new StringBuilder(type);
            appendFields(line, type);
            lines.add(line.toString());
        }
        return lines;
    }

    private void appendFields(StringBuilder line, String type) {
        for (String[] field : types.getOrDefault(type, List.of())) {
            String name = field[0];
            String goType = field[2];
            if (List.of(field[1].split(",")).contains("inline")) {
                appendFields(line, goType.substring(goType.indexOf(STRUCT) + STRUCT.length()));
            } else if (!name.isEmpty() && !name.equals("-")) {
                line.append('\t').append(name).append(' ').append(shape(goType));
                if (!field[5].isEmpty()) {
                    line.append(' ').append(field[5]);
                    line.append(field[6].isEmpty() ? "" : " " + field[6]);
                }
            }
        }
    }

    private String shape(String goType) {
        if (goType.startsWith("[]")) {
            return "l" + shape(goType.substring(2));
        }
        if (goType.startsWith("map[")) {
            return "m" + shape(goType.substring(goType.indexOf(']') + 1));
        }
        if (goType.startsWith("message:")) {
            return shape(goType.substring(goType.indexOf('=') + 1));
        }
        boolean isPointer = goType.startsWith("*");
        String pointedTo = isPointer ? goType.substring(1) : goType;
        if (!pointedTo.startsWith(STRUCT)) {
            return "s";
        }
        Integer number = numbers.get(pointedTo.substring(STRUCT.length()));
        if (number == null) {
            throw new IllegalArgumentException("the schema does not describe " + goType);
        }
        return (isPointer ? "p " : "o ") + number;
    }

    private String kind(String line) {
        String[] cells = line.split("\t", -1);
        return "@" + cells[0] + "/" + cells[1] + "/" + cells[2] + "\t" + numbers.get(cells[3]);
    }
}
