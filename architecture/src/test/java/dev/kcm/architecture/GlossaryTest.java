package dev.kcm.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Types are named in the words of the field; docs/glossary.md holds the few that are ours. This keeps the names
/// that were given up from coming back. It reads sources, so that tests and nested types count, too.
class GlossaryTest {
    private static final Set<String> OLD_NAMES = Set.of(
            "Amend",
            "Announcement",
            "Announcer",
            "Ask",
            "Carriers",
            "Complaint",
            "Condemned",
            "Courier",
            "Doings",
            "Draft",
            "Farewell",
            "Fenceposts",
            "Followed",
            "Headcount",
            "Journal",
            "KindRules",
            "Likeness",
            "Moment",
            "Objection",
            "Patience",
            "Problems",
            "Question",
            "Receipt",
            "Refusal",
            "Refusals",
            "Remover",
            "Seen",
            "SharedGround",
            "Sight",
            "Stage",
            "Telling",
            "Tenure",
            "Terms",
            "TidyHeap",
            "Trial",
            "Turns",
            "UpdatePart",
            "Watching",
            "Withholding",
            "Words",
            "WorkloadRules");

    private static final Pattern OLD_AFFIXES = Pattern.compile("Errand.*|.+Draft|.+Courier|.+Journal|.+Words");
    private static final Pattern DECLARATION =
            Pattern.compile("(?m)^[^/\"*]*\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)\\s*[<({\\s]");

    private record Declared(Path file, String name) {
        boolean isOld() {
            return OLD_NAMES.contains(name) || OLD_AFFIXES.matcher(name).matches();
        }
    }

    @Test
    void no_type_has_a_name_the_glossary_gave_up() {
        assertThat(declared().filter(Declared::isOld).toList()).isEmpty();
    }

    @Test
    void types_are_found() {
        assertThat(declared().map(Declared::name))
                .contains("GlossaryTest", "Declared", "EventRecorder", "FeatureStage");
    }

    private static Stream<Declared> declared() {
        return sources()
                .flatMap(file -> DECLARATION
                        .matcher(text(file))
                        .results()
                        .map(found -> new Declared(Path.of("..").relativize(file), found.group(1))));
    }

    /// Hand-written sources of all modules; tests run in their module's directory.
    private static Stream<Path> sources() {
        try (var modules = Files.list(Path.of(".."))) {
            return modules
                    .flatMap(module -> Stream.of(module.resolve("src/main/java"), module.resolve("src/test/java")))
                    .filter(Files::isDirectory)
                    .flatMap(directory -> javaFiles(directory).stream())
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> javaFiles(Path directory) {
        try (var files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
