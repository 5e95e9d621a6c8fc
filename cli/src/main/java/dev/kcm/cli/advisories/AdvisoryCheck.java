package dev.kcm.cli.advisories;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/// `tools/advisories BILL DATABASE`: says which advisories of a copy of the OSV database concern the parts that a
/// CycloneDX bill of materials names. Ends with 0 if none does, with 1 if one does, with 2 if it cannot tell.
public final class AdvisoryCheck {
    private static final String USAGE = """
        usage: tools/advisories BILL DATABASE
          BILL      a CycloneDX bill of materials in JSON, such as kcm.cdx.json of a distribution
          DATABASE  OSV entries of Maven packages: a zip as OSV publishes it, a folder, or one JSON file
        """;

    private final List<Component> components;
    private final List<String> found = new ArrayList<>();
    private int entries;
    private String newest = "";

    private AdvisoryCheck(List<Component> components) {
        this.components = components;
    }

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.size() != 2) {
            err.print(USAGE);
            return 2;
        }
        var bill = Path.of(arguments.get(0));
        var database = Path.of(arguments.get(1));
        try {
            var check = new AdvisoryCheck(Component.of(parsed(bill)));
            eachEntry(database, check::look);
            return check.report(database, out);
        } catch (IOException | UncheckedIOException | IllegalArgumentException unreadable) {
            err.println("advisories: cannot tell: " + unreadable.getMessage());
            return 2;
        }
    }

    private void look(Advisory advisory) {
        entries++;
        if (advisory.modified().compareTo(newest) > 0) {
            newest = advisory.modified();
        }
        if (!advisory.isWithdrawn()) {
            components.stream()
                    .filter(advisory::concerns)
                    .map(advisory::describe)
                    .forEach(found::add);
        }
    }

    /// A check without parts or entries would find nothing, and say nothing.
    private int report(Path database, PrintStream out) {
        if (components.isEmpty() || entries == 0) {
            throw new IllegalArgumentException("%d Maven parts and %d entries in %s are nothing to compare"
                    .formatted(components.size(), entries, database));
        }
        found.stream().sorted().forEach(out::println);
        out.println("%d of %d entries concern one of %d parts; the newest entry is of %s"
                .formatted(found.size(), entries, components.size(), newest.isEmpty() ? "an unknown day" : newest));
        return found.isEmpty() ? 0 : 1;
    }

    private static void eachEntry(Path database, Consumer<Advisory> task) throws IOException {
        if (database.toString().endsWith(".zip")) {
            try (var zip = FileSystems.newFileSystem(database)) {
                eachFile(zip.getPath("/"), task);
            }
        } else {
            eachFile(database, task);
        }
    }

    private static void eachFile(Path top, Consumer<Advisory> task) throws IOException {
        try (var files = Files.walk(top)) {
            for (var file : files.filter(it -> it.toString().endsWith(".json"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList()) {
                task.accept(new Advisory(parsed(file)));
            }
        }
    }

    private static Json parsed(Path file) throws IOException {
        try {
            return Json.parse(Files.readAllBytes(file));
        } catch (JsonException unreadable) {
            throw new IllegalArgumentException("%s: %s".formatted(file, unreadable.getMessage()), unreadable);
        }
    }
}
