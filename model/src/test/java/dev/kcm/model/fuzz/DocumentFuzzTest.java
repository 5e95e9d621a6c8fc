package dev.kcm.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Mutation;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.gotype.ConversionFault;
import dev.kcm.model.gotype.KindFault;
import dev.kcm.model.gotype.UnmarshalFault;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Objects of every kind, in JSON and in protobuf, and JSON of any shape.
class DocumentFuzzTest {
    private static final List<KindFixture> FIXTURES = KindFixture.all();

    private static final String[] JSON_WORDS = {
        "null",
        "true",
        "{}",
        "[]",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\u0000",
        "\\ud800",
        ",",
        ":",
        "-",
        "1e999",
        "\"\":",
        "\"metadata\":",
        "\"items\":",
        "\ufeff",
        "\\"
    };

    static Stream<Parser> parsers() {
        var json = FIXTURES.stream().map(KindFixture::json).toArray(String[]::new);
        var protobuf = FIXTURES.stream()
                .map(KindFixture::protobuf)
                .filter(document -> document.length > 0)
                .toList();
        return Stream.of(
                Parser.ofText("json", DocumentFuzzTest::json)
                        .refusing(JsonException.class)
                        .seeds(
                                "{}",
                                "[1,-0,1.5,1e300,\"a\\ud83d\\ude00\",null,true,{\"a\":{\"a\":[[]]}}]",
                                "12345678901234567890")
                        .words(JSON_WORDS),
                Parser.ofText("json-faults", DocumentFuzzTest::faults)
                        .refusing(JsonException.class)
                        .seeds(json)
                        .words(JSON_WORDS),
                Parser.of("kinds-json", DocumentFuzzTest::kindInJson)
                        .refusing(JsonException.class)
                        .seeds(Stream.of(json).map(String::getBytes).toList())
                        .words(JSON_WORDS),
                Parser.of("kinds-protobuf", DocumentFuzzTest::kindInProtobuf)
                        .refusing(ProtoException.class)
                        .seeds(protobuf)
                        .mutatedBy(Mutation.PROTOBUF));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_parser_returns_or_refuses(Parser parser) {
        Fuzzer.attack(DocumentFuzzTest.class, parser);
    }

    private static void json(String text) {
        var tree = Json.parse(text);
        var printed = tree.toText();
        var again = Parser.accepted(() -> Json.parse(printed)).toText(); // -0.0 is written -0, which is a whole number
        assertSame(Parser.accepted(() -> Json.parse(again)).toText(), again);
        assertThat(tree.sorted()).isEqualTo(tree);
    }

    private static void faults(String text) {
        var document = text.getBytes(StandardCharsets.UTF_8);
        var _ = KindFault.in(document);
        var _ = UnmarshalFault.in(document, "", "v1", "Pod");
        var _ = ConversionFault.in(Json.parse(document), "apps", "v1", "Deployment");
    }

    private static void kindInJson(byte[] document) {
        var tree = Json.parse(document);
        var resource = resource(
                tree.textAt("apiVersion").orElse(""), tree.textAt("kind").orElse(""));
        var object = resource.decodeJson(document);
        checkRoundTrips(resource, object);
        var _ = MetadataObject.resource(resource).decodeJson(document);
        var _ = DynamicObject.resource(resource).decodeJson(document);
    }

    private static void kindInProtobuf(byte[] document) {
        var envelope = Envelope.open(document);
        var resource = resource(envelope.apiVersion(), envelope.kind());
        var object = resource.decode(envelope.content());
        checkRoundTrips(resource, object);
        var _ = MetadataObject.resource(resource).decodeProtobuf(document);
        if (object instanceof Pod) {
            var _ = LeanPod.PODS.decodeProtobuf(document);
        }
    }

    /// In the other form it is the same object.
    @SuppressWarnings("unchecked") // an object is written by the resource that read it
    private static void checkRoundTrips(Resource<?> resource, KubeObject object) {
        var typed = (Resource<KubeObject>) resource;
        var json = typed.encodeJson(object);
        var fromJson = Parser.accepted(() -> typed.decodeJson(json));
        var written = typed.encodeJson(fromJson);
        assertSame(text(typed.encodeJson(Parser.accepted(() -> typed.decodeJson(written)))), text(written));
        if (resource.hasProtobuf()) {
            var protobuf = typed.encodeProtobuf(object);
            var again = Parser.accepted(() -> typed.decodeProtobuf(protobuf));
            assertSame(text(typed.encodeJson(again)), text(json));
        }
    }

    private static String text(byte[] document) {
        return new String(document, StandardCharsets.UTF_8);
    }

    /// Says where they part, since documents are long.
    private static void assertSame(String found, String expected) {
        int at = 0;
        while (at < Math.min(found.length(), expected.length()) && found.charAt(at) == expected.charAt(at)) {
            at++;
        }
        if (at < Math.max(found.length(), expected.length())) {
            throw new AssertionError("expected …%s…, found …%s…".formatted(around(expected, at), around(found, at)));
        }
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 40));
    }

    private static Resource<?> resource(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return Catalog.byKind(group, apiVersion.substring(slash + 1), kind)
                .<Resource<?>>map(found -> found)
                .orElse(Pod.PODS);
    }
}
