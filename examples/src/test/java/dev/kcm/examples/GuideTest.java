package dev.kcm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The guide shows what this module compiles and runs: every block of code in it names a file of
/// the module and is a piece of it, word for word. A line `// ...` stands for what is left out.
class GuideTest {
    private static final Path GUIDE = Path.of("../docs/writing-a-controller.md");
    private static final String FENCE = "```";
    private static final String LEFT_OUT = "// ...";

    /// What must come from a file. Commands and what they print cannot.
    private static final Set<String> CODE = Set.of("java", "xml", "yaml");

    /// @param opening what stands behind the fence: a language, and a file's name
    private record Block(int line, String opening, List<String> content) {
        String language() {
            return opening.split(" ")[0];
        }

        String file() {
            return opening.contains(" ") ? opening.substring(opening.indexOf(' ') + 1) : "";
        }
    }

    @TestFactory
    Stream<DynamicTest> every_block_of_code_is_a_piece_of_its_file() throws IOException {
        return codeBlocks().stream()
                .map(block -> DynamicTest.dynamicTest(
                        "line %d: %s".formatted(block.line(), block.opening()), () -> check(block)));
    }

    @Test
    void the_guide_shows_the_controller_its_tests_and_its_main() throws IOException {
        assertThat(codeBlocks().stream().map(Block::file))
                .contains(
                        "PreviewReconciler.java",
                        "PreviewReport.java",
                        "PreviewDecisionTest.java",
                        "PreviewScenarioTest.java",
                        "PreviewCommand.java",
                        "preview.yaml",
                        "pom.xml");
    }

    private static void check(Block block) throws IOException {
        assertThat(block.file()).as("a block of code names its file").isNotEmpty();
        var source = stripped(Files.readAllLines(find(block.file())));
        int from = 0;
        for (var piece : pieces(block.content())) {
            int at = indexOf(piece, source, from);
            assertThat(at)
                    .as("%s has, in this order:%n%s", block.file(), String.join("\n", piece))
                    .isNotNegative();
            from = at + piece.size();
        }
    }

    private static int indexOf(List<String> piece, List<String> source, int from) {
        for (int at = from; at + piece.size() <= source.size(); at++) {
            if (source.subList(at, at + piece.size()).equals(piece)) {
                return at;
            }
        }
        return -1;
    }

    private static List<List<String>> pieces(List<String> content) {
        var pieces = new ArrayList<List<String>>();
        var current = new ArrayList<String>();
        for (var line : stripped(content)) {
            if (line.equals(LEFT_OUT)) {
                pieces.add(List.copyOf(current));
                current.clear();
            } else {
                current.add(line);
            }
        }
        pieces.add(List.copyOf(current));
        return pieces.stream().filter(piece -> !piece.isEmpty()).toList();
    }

    /// Indentation does not count.
    private static List<String> stripped(List<String> lines) {
        return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private static Path find(String name) throws IOException {
        try (var files = Files.walk(Path.of("."))) {
            var found = files.filter(it -> it.endsWith(name))
                    .filter(it -> !it.startsWith("./target"))
                    .toList();
            assertThat(found).as("files of this module called " + name).hasSize(1);
            return found.getFirst();
        }
    }

    private static List<Block> codeBlocks() throws IOException {
        var blocks = new ArrayList<Block>();
        var lines = Files.readAllLines(GUIDE);
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).startsWith(FENCE)) {
                int end = at + 1;
                while (!lines.get(end).equals(FENCE)) {
                    end++;
                }
                blocks.add(new Block(at + 1, lines.get(at).substring(FENCE.length()), lines.subList(at + 1, end)));
                at = end;
            }
        }
        return blocks.stream().filter(block -> CODE.contains(block.language())).toList();
    }
}
