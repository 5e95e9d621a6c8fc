package dev.kcm.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.failure.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class ContinueTokenFuzzTest {
    @Test
    void a_token_is_read_or_refused() {
        Fuzzer.attack(
                ContinueTokenFuzzTest.class,
                Parser.ofText("continue", ContinueTokenFuzzTest::check)
                        .refusing(ApiException.class)
                        .seeds(new ContinueToken(7, new ObjectKey("n", "p")).text(), "", "=", "e30"));
        Fuzzer.attack(
                ContinueTokenFuzzTest.class,
                Parser.of(
                                "continue-content",
                                content -> check(Base64.getUrlEncoder().encodeToString(content)))
                        .refusing(ApiException.class)
                        .seeds("{\"v\":\"meta.k8s.io/v1\",\"rv\":7,\"start\":\"n/p\\u0000\"}")
                        .words("\"start\":", "\\u0000", "/", "-1", "null"));
    }

    private static void check(String text) {
        var token = ContinueToken.parse(text);
        assertThat(Parser.accepted(() -> ContinueToken.parse(token.text()))).isEqualTo(token);
    }

    @Test
    void tokens_are_those_of_upstream() {
        assertThat(new String(
                        Base64.getUrlDecoder().decode(new ContinueToken(7, new ObjectKey("n", "p")).text()),
                        StandardCharsets.UTF_8))
                .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":7,\"start\":\"n/p\\u0000\"}");
    }
}
