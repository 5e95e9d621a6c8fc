package dev.kcm.controllers.shared.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.Taint;
import dev.kcm.model.core.v1.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationsTest {
    private static final Taint TAINT =
            Taint.builder().key("room").value("7").effect("NoExecute").build();

    @ParameterizedTest
    @CsvSource({
        "room, Equal,  7, NoExecute,  true",
        "room, '',     7, '',         true",
        "room, Equal,  8, NoExecute,  false",
        "room, Exists, '', NoExecute, true",
        "room, Exists, '', NoSchedule, false",
        "hall, Exists, '', NoExecute, false",
        "'',   Exists, '', '',        true",
        "room, Other,  7, NoExecute,  false",
    })
    void a_toleration_matches_by_effect_key_and_value(
            String key, String operator, String value, String effect, boolean isTolerated) {
        assertThat(tolerations(true, toleration(key, operator, value, effect)).tolerate(TAINT))
                .isEqualTo(isTolerated);
    }

    @ParameterizedTest
    @CsvSource({
        "Lt, 8, true",
        "Lt, 7, false",
        "Gt, 6, true",
        "Gt, 7, false",
        "Lt, 08, false",
        "Lt, +8, false",
        "Gt, -1, true",
        "Lt, many, false",
        "Lt, 99999999999999999999, false",
    })
    void numbers_are_compared_where_the_gate_says_so(String operator, String value, boolean isTolerated) {
        var toleration = toleration("room", operator, value, "NoExecute");
        assertThat(tolerations(true, toleration).tolerate(TAINT)).isEqualTo(isTolerated);
        assertThat(tolerations(false, toleration).tolerate(TAINT)).isFalse();
    }

    @Test
    void a_taint_that_is_no_number_is_neither_less_nor_greater() {
        var named = TAINT.withValue("seven");
        assertThat(tolerations(true, toleration("room", "Lt", "8", "")).tolerate(named))
                .isFalse();
    }

    @Test
    void the_first_that_matches_counts() {
        var first = toleration("room", "Exists", "", "").withTolerationSeconds(5);
        var second = toleration("room", "Equal", "7", "NoExecute");
        assertThat(tolerations(false, first, second).firstFor(TAINT)).contains(first);
        assertThat(tolerations(false, second, first).firstFor(TAINT)).contains(second);
    }

    private static Tolerations tolerations(boolean comparesNumbers, Toleration... all) {
        return new Tolerations(List.of(all), comparesNumbers);
    }

    private static Toleration toleration(String key, String operator, String value, String effect) {
        return Toleration.builder()
                .key(key)
                .operator(operator)
                .value(value)
                .effect(effect)
                .build();
    }
}
