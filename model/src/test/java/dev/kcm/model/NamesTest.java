package dev.kcm.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    private static final GoldenTable GO = GoldenTable.read("names.tsv");

    @ParameterizedTest
    @ValueSource(
            strings = {"dnsLabel", "dnsSubdomain", "oldDnsLabel", "pathSegment", "labelKey", "labelValue", "prefix"})
    void rules_complain_about_what_go_complains_about(String rule) {
        Function<String, List<String>> check = switch (rule) {
            case "dnsLabel" -> NameRules::dnsLabel;
            case "dnsSubdomain" -> NameRules::dnsSubdomain;
            case "oldDnsLabel" -> NameRules::oldDnsLabel;
            case "pathSegment" -> NameRules::pathSegment;
            case "labelKey" -> NameRules::labelKey;
            case "labelValue" -> NameRules::labelValue;
            default -> text -> NameRules.dnsSubdomain(NameRules.standingInForPrefix(text));
        };
        GO.matches(rule, 180, row -> {
            var messages = check.apply(row.text(1)).stream().map(Json::of).toList();
            return List.of(rule, row.field(1), new JsonArray(messages).toText());
        });
    }

    @Test
    void hashes_are_spelled_as_in_go() {
        GO.matches("encoded", 100, row -> List.of("encoded", row.field(1), Names.safelyEncoded(row.field(1))));
    }

    @Test
    void percentages_are_taken_as_in_go() {
        GO.matches("scaled", 200, row -> List.of("scaled", row.field(1), row.field(2), row.field(3), scaled(row)));
        GO.matches(
                "scalederror",
                100,
                row -> List.of("scalederror", row.field(1), row.field(2), row.field(3), scaled(row)));
    }

    private static String scaled(GoldenTable.Row row) {
        try {
            var value = IntOrString.parse(row.text(1));
            var total = Integer.parseInt(row.field(2));
            return Integer.toString(value.scaled(total, Boolean.parseBoolean(row.field(3))));
        } catch (IllegalArgumentException problem) {
            return Json.of(String.valueOf(problem.getMessage())).toText();
        }
    }

    @Test
    void generated_names_fit_a_dns_label() {
        var random = new Random(1);
        assertThat(Names.generated("web-", random)).matches("web-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(Names.generated("x".repeat(100), random)).hasSize(63).startsWith("x".repeat(58));
    }
}
