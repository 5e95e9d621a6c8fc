package dev.kcm.apiserver.strategy.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Toleration;
import dev.kcm.model.failure.ApiException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        a b | Equal  | v | ~~         | ~~ | spec.tolerations[0].key: Invalid value: "a b": name part must consist of
        ~~  | Equal  | v | ~~         | ~~ | spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty
        a   | Exists | v | ~~         | ~~ | spec.tolerations[0].operator: Invalid value: "v": value must be empty when `operator` is 'Exists'
        a   | Exists | ~~ | ~~        | 3  | spec.tolerations[0].effect: Invalid value: "": effect must be 'NoExecute' when `tolerationSeconds` is set
        a   | Lt     | 3 | ~~         | ~~ | spec.tolerations[0].operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"
        a   | Like   | v | ~~         | ~~ | spec.tolerations[0].operator: Unsupported value: "Like": supported values: "Equal", "Exists"
        a   | Exists | ~~ | NoRun     | ~~ | spec.tolerations[0].effect: Unsupported value: "NoRun": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"
        """)
    void wrong_ones_are_refused_in_upstreams_words(
            String key, String operator, String value, String effect, String seconds, String message) {
        var toleration =
                Toleration.builder().key(key).operator(operator).value(value).effect(effect);
        if (!seconds.isEmpty()) {
            toleration.tolerationSeconds(Long.parseLong(seconds));
        }

        assertThat(problems(toleration.build())).contains(message);
    }

    @Test
    void usual_ones_are_let_through() {
        var all = Toleration.builder().operator("Exists").build();
        var soon = Toleration.builder()
                .key("node.kubernetes.io/unreachable")
                .operator("Exists")
                .effect("NoExecute")
                .tolerationSeconds(300L)
                .build();

        assertThat(problems(all, soon)).isEmpty();
    }

    private static String problems(Toleration... tolerations) {
        var errors = new FieldErrors();
        TolerationValidation.tolerations(List.of(tolerations), FieldPath.SPEC.child("tolerations"), errors);
        try {
            errors.throwIfAny(Pod.PODS, "web");
            return "";
        } catch (ApiException refused) {
            return refused.failure().message();
        }
    }
}
