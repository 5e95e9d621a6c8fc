package dev.kcm.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.request.JsonFault;
import dev.kcm.base.fuzzing.Budget;
import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.base.fuzzing.SmallStack;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.operation.PatchType;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Patches as requests bring them: what comes of one is an object, or an error with a status.
class ParsedPatchFuzzTest {
    private static final Pod POD = Pod.builder()
            .metadata(m -> m.name("p").namespace("n").putLabels("a", "b").addFinalizers("f"))
            .spec(spec -> spec.addContainers(c -> c.name("c").image("i")).addContainers(c -> c.name("d")))
            .build();

    static Stream<Parser> parsers() {
        return Stream.of(
                parser("request-json-patch", PatchType.JSON)
                        .seeds(
                                "[{\"op\":\"add\",\"path\":\"/metadata/labels/x\",\"value\":\"y\"},{\"op\":\"remove\",\"path\":\"/spec/containers/0\"}]",
                                "[{\"op\":\"copy\",\"from\":\"/spec\",\"path\":\"/metadata/labels\"},{\"op\":\"test\",\"path\":\"/kind\",\"value\":1}]")
                        .words("\"op\":", "\"move\"", "\"/metadata", "/-", "/spec", "null"),
                parser("request-merge-patch", PatchType.MERGE)
                        .seeds("{\"metadata\":{\"labels\":{\"a\":null,\"x\":\"1\"}},\"spec\":{\"containers\":[]}}")
                        .words("null", "\"metadata\":", "\"spec\":", "{", "[", "1"),
                parser("request-strategic-patch", PatchType.STRATEGIC)
                        .seeds(
                                "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"d\"}],\"containers\":[{\"name\":\"c\",\"$patch\":\"delete\"}]}}")
                        .words("\"$patch\":\"delete\"", "\"$retainKeys\":", "\"name\":", "null", "{", "[", "1"),
                Parser.of("json-fault", JsonFault::in)
                        .seeds("{\"a\":[1,-2.5e3,\"\\u00e9\\n\",true,null]}", "[", "{\"a\"", "\"\\x")
                        .words("{", "[", "\"", "\\u", "e", "-", ",", ":", "nul"));
    }

    private static Parser parser(String name, PatchType type) {
        return Parser.of(
                        name,
                        body -> assertThat(ParsedPatch.parse(type, body, true).applied(POD))
                                .isNotNull())
                .refusing(ApiException.class)
                .within(Budget.USUAL.bytesPerByte(4000));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_patch_is_applied_or_refused_with_a_status(Parser parser) {
        Fuzzer.attack(ParsedPatchFuzzTest.class, parser);
    }

    @Test
    void a_patch_nested_too_deep_is_refused_in_upstreams_words() {
        var patch = ("{\"a\":".repeat(2000)).getBytes(StandardCharsets.UTF_8);
        SmallStack.run(() -> {
            try {
                ParsedPatch.parse(PatchType.MERGE, patch, false);
                throw new AssertionError("it was accepted");
            } catch (ApiException refused) {
                assertThat(refused).hasMessageContaining("error decoding patch: exceeded max depth");
            }
        });
    }
}
