package dev.kcm.modelcompiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the tables say, unchanged: types with their fields in Go's order, kinds and resources.
record Facts(Map<String, TypeFact> types, List<KindFact> kinds, List<ResourceFact> resources) {
    /// A struct; `name` is its Go package, a dot and its name.
    record TypeFact(String name, List<FieldFact> fields) {}

    /// A field; `number` is 0 where protobuf does not carry it.
    record FieldFact(String json, List<String> flags, GoType type, int number, String protoName) {
        boolean has(String flag) {
            return flags.contains(flag);
        }
    }

    record KindFact(String group, String version, String kind, String type) {
        String apiVersion() {
            return group.isEmpty() ? version : group + "/" + version;
        }
    }

    /// A resource as discovery lists it; lists stay comma-separated.
    record ResourceFact(
            String group,
            String version,
            String kind,
            String plural,
            String singular,
            boolean isNamespaced,
            String shortNames,
            String categories,
            String verbs,
            String subresources) {}

    static Facts read(Path folder, String release) throws IOException {
        return new Facts(
                types(Files.readAllLines(folder.resolve("schema-" + release + ".tsv"))),
                kinds(Files.readAllLines(folder.resolve("kinds-" + release + ".tsv"))),
                resources(Files.readAllLines(folder.resolve("resources-" + release + ".tsv"))));
    }

    TypeFact type(String name) {
        TypeFact found = types.get(name);
        if (found == null) {
            throw new IllegalArgumentException("the schema names a type it does not describe: " + name);
        }
        return found;
    }

    private static Map<String, TypeFact> types(List<String> lines) {
        Map<String, TypeFact> types = new LinkedHashMap<>();
        List<FieldFact> fields = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("\t")) {
                fields.add(field(line.substring(1).split("\t", -1)));
            } else {
                fields = new ArrayList<>();
                types.put(line, new TypeFact(line, fields));
            }
        }
        return types;
    }

    private static FieldFact field(String[] cells) {
        return new FieldFact(
                cells[0],
                List.of(cells[1].split(",")),
                cells[2].endsWith("time.Time") || cells[2].endsWith("time.Duration")
                        ? new GoType.Scalar("int64")
                        : GoType.parse(cells[2]),
                cells[3].isEmpty() ? 0 : Integer.parseInt(cells[3]),
                cells[4]);
    }

    private static List<KindFact> kinds(List<String> lines) {
        return lines.stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(cells -> new KindFact(cells[0], cells[1], cells[2], cells[3]))
                .toList();
    }

    private static List<ResourceFact> resources(List<String> lines) {
        return lines.stream()
                .skip(1)
                .map(line -> resource(line.split("\t", -1)))
                .toList();
    }

    private static ResourceFact resource(String[] cells) {
        return new ResourceFact(
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                cells[4],
                cells[5].equals("Namespaced"),
                cells[6],
                cells[7],
                cells[8],
                cells[9]);
    }
}
