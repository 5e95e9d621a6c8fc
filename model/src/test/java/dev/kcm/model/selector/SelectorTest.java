package dev.kcm.model.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.GoldenTable;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonText;
import dev.kcm.model.meta.v1.LabelSelector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SelectorTest {
    private static final GoldenTable GO = GoldenTable.read("selectors.tsv");
    private static final List<Map<String, String>> LABELS = sets("labels");
    private static final List<Map<String, String>> FIELDS = sets("fields");

    private static List<Map<String, String>> sets(String kind) {
        var row = GO.rows().stream().filter(one -> one.kind().equals(kind)).findFirst();
        return row.orElseThrow().json(1).itemsAt().stream()
                .map(SelectorTest::texts)
                .toList();
    }

    private static Map<String, String> texts(Json object) {
        var texts = new HashMap<String, String>();
        object.objectAt().forEach((name, value) -> texts.put(name, ((JsonText) value).value()));
        return texts;
    }

    private static String quoted(String text) {
        return Json.of(text).toText();
    }

    private static String digits(List<Map<String, String>> sets, Predicate<Map<String, String>> matches) {
        return sets.stream().map(set -> matches.test(set) ? "1" : "0").collect(Collectors.joining());
    }

    private static String refusal(Runnable parsing) {
        try {
            parsing.run();
            return "accepted";
        } catch (SelectorException problem) {
            return quoted(String.valueOf(problem.getMessage()));
        }
    }

    @Test
    void label_selectors_read_match_and_print_as_in_go() {
        GO.matches("label", 300, row -> {
            var selector = Selector.parse(row.text(1));
            assertThat(Selector.parse(selector.toString())).isEqualTo(selector);
            return List.of("label", row.field(1), quoted(selector.toString()), digits(LABELS, selector::matches));
        });
    }

    @Test
    void label_selectors_are_refused_with_the_words_of_go() {
        GO.matches("error", 400, row -> List.of("error", row.field(1), refusal(() -> Selector.parse(row.text(1)))));
    }

    @Test
    void typed_selectors_compile_match_and_print_as_in_go() {
        GO.matches("typed", 300, row -> {
            var selector = Selector.of(LabelSelector.decode(JsonReader.of(row.field(1))));
            return List.of("typed", row.field(1), quoted(selector.toString()), digits(LABELS, selector::matches));
        });
    }

    @Test
    void typed_selectors_are_refused_with_the_words_of_go() {
        GO.matches("typederror", 60, row -> {
            var selector = LabelSelector.decode(JsonReader.of(row.field(1)));
            return List.of("typederror", row.field(1), refusal(() -> Selector.of(selector)));
        });
    }

    @Test
    void field_selectors_read_match_and_print_as_in_go() {
        GO.matches("field", 100, row -> {
            var selector = FieldSelector.parse(row.text(1));
            return List.of(
                    "field",
                    row.field(1),
                    quoted(selector.toString()),
                    digits(FIELDS, set -> selector.matches(field -> set.getOrDefault(field, ""))));
        });
    }

    @Test
    void field_selectors_are_refused_with_the_words_of_go() {
        GO.matches(
                "fielderror",
                100,
                row -> List.of("fielderror", row.field(1), refusal(() -> FieldSelector.parse(row.text(1)))));
    }

    @Test
    void nothing_matches_nothing_and_stays_so() {
        assertThat(Selector.nothing().matches(Map.of())).isFalse();
        assertThat(Selector.nothing().and(Requirement.checked("a", Operator.EXISTS, List.of())))
                .isEqualTo(Selector.nothing());
        assertThat(Selector.nothing()).isNotEqualTo(Selector.everything());
        assertThat(Selector.everything().matches(Map.of())).isTrue();
        assertThat(Selector.of(Map.of())).isSameAs(Selector.everything());
    }

    @Test
    void knows_the_exact_value_it_asks_for() {
        var selector = Selector.parse("a=1,b in (2),c in (3,4),d,!e");
        assertThat(selector.exactValue("a")).contains("1");
        assertThat(selector.exactValue("b")).contains("2");
        assertThat(selector.exactValue("c")).isEmpty();
        assertThat(selector.exactValue("d")).isEmpty();
        assertThat(selector.exactValue("x")).isEmpty();
        assertThat(FieldSelector.parse("a=1,b!=2").exactValue("a")).contains("1");
        assertThat(FieldSelector.parse("a=1,b!=2").exactValue("b")).isEmpty();
    }

    @Test
    void a_plain_map_selects_by_equality() {
        var selector = Selector.of(Map.of("b", "2", "a", "1"));
        assertThat(selector).hasToString("a=1,b=2");
        assertThat(selector.matches(Map.of("a", "1", "b", "2", "c", "3"))).isTrue();
        assertThat(selector.matches(Map.of("a", "1"))).isFalse();
    }
}
