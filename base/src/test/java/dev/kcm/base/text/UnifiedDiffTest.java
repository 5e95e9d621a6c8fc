package dev.kcm.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What Python's `difflib.unified_diff` says, without names of files.
class UnifiedDiffTest {
    @Test
    void texts_that_are_the_same_differ_in_nothing() {
        assertThat(UnifiedDiff.of(lines("a b c"), lines("a b c"))).isEmpty();
        assertThat(UnifiedDiff.of(List.of(), List.of())).isEmpty();
    }

    @Test
    void a_change_has_three_lines_around_it() {
        assertThat(UnifiedDiff.of(lines("a b c d e f g h i"), lines("a b c d X f g h i")))
                .isEqualTo("@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n");
    }

    @Test
    void changes_six_lines_apart_are_shown_together_and_seven_apart_are_not() {
        assertThat(UnifiedDiff.of(lines("x 1 2 3 4 5 6 y"), lines("X 1 2 3 4 5 6 Y")))
                .isEqualTo("@@ -1,8 +1,8 @@\n-x\n+X\n 1\n 2\n 3\n 4\n 5\n 6\n-y\n+Y\n");
        assertThat(UnifiedDiff.of(lines("x 1 2 3 4 5 6 7 y"), lines("X 1 2 3 4 5 6 7 Y")))
                .isEqualTo("@@ -1,4 +1,4 @@\n"
                        + "-x\n"
                        + "+X\n"
                        + " 1\n"
                        + " 2\n"
                        + " 3\n"
                        + "@@ -6,4 +6,4 @@\n"
                        + " 5\n"
                        + " 6\n"
                        + " 7\n"
                        + "-y\n"
                        + "+Y\n");
    }

    @Test
    void one_line_is_its_number_and_nothing_is_after_the_line_before() {
        assertThat(UnifiedDiff.of(lines("a"), lines("b"))).isEqualTo("@@ -1 +1 @@\n-a\n+b\n");
        assertThat(UnifiedDiff.of(List.of(), lines("a b"))).isEqualTo("@@ -0,0 +1,2 @@\n+a\n+b\n");
        assertThat(UnifiedDiff.of(lines("a b"), List.of())).isEqualTo("@@ -1,2 +0,0 @@\n-a\n-b\n");
    }

    @Test
    void the_longest_run_stays_even_if_more_lines_change() {
        assertThat(UnifiedDiff.of(lines("a b"), lines("a c a b"))).isEqualTo("@@ -1,2 +1,4 @@\n+a\n+c\n a\n b\n");
    }

    @Test
    void in_a_long_text_a_frequent_line_only_lengthens_a_run() {
        assertThat(UnifiedDiff.of(lines("x often"), withOften(100)))
                .contains("-x\n", " often\n")
                .doesNotContain("-often");
        assertThat(UnifiedDiff.of(lines("x often"), withOften(200)))
                .contains("-x\n-often\n")
                .doesNotContain(" often\n");
    }

    private static List<String> withOften(int count) {
        var lines = new ArrayList<String>();
        IntStream.range(0, count / 2).forEach(number -> {
            lines.add("line " + number);
            lines.add("often");
        });
        return lines;
    }

    private static List<String> lines(String words) {
        return List.of(words.split(" "));
    }
}
