package dev.kcm.modelcompiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes the Go types of all fields as a small resource for the model's jar: servers report in Go's
/// wording what does not fit them.
///
/// One line per type: its Go name, then for each field its name in JSON and its type as the schema
/// spells it; a field without a name is a part that is inlined. Last come the kinds,
/// `@group/version/Kind` and their type.
public final class GoTypeTable {
    private GoTypeTable() {}

    /// Arguments: the folder of the tables, the release in their names, the file to write.
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        String release = arguments[1];
        Path target = Path.of(arguments[2]);
        List<String> lines = types(Files.readAllLines(folder.resolve("schema-" + release + ".tsv")));
        Files.readAllLines(folder.resolve("kinds-" + release + ".tsv")).stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(cells -> "@%s/%s/%s\t%s".formatted(cells[0], cells[1], cells[2], cells[3]))
                .forEach(lines::add);
        Files.createDirectories(target.getParent());
        Files.write(target, lines);
    }

    private static List<String> types(List<String> schema) {
        List<String> lines = new ArrayList<>();
        for (String line : schema.subList(1, schema.size())) {
            if (line.startsWith("\t")) {
                appendField(lines, line.substring(1).split("\t", -1));
            } else {
                lines.add(line);
            }
        }
        return lines;
    }

    private static void appendField(List<String> lines, String[] field) {
        boolean isInlined = List.of(field[1].split(",")).contains("inline");
        boolean isInJson = isInlined || !(field[0].isEmpty() || field[0].equals("-"));
        if (isInJson) {
            int last = lines.size() - 1;
            lines.set(last, lines.get(last) + "\t" + field[0] + "\t" + field[2]);
        }
    }
}
