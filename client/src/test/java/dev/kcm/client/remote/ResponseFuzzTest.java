package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.fuzzing.Budget;
import dev.kcm.base.fuzzing.Fuzzer;
import dev.kcm.base.fuzzing.Mutation;
import dev.kcm.base.fuzzing.Parser;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import dev.kcm.model.wire.ProtoWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bodies of responses: watches, lists and results of writes.
class ResponseFuzzTest {
    private static final Pod POD = Pod.builder()
            .metadata(m -> m.name("p").namespace("n").resourceVersion("7").putLabels("a", "b"))
            .spec(spec -> spec.addContainers(container -> container.name("c").image("i")))
            .build();

    static Stream<Parser> parsers() {
        var json = "{\"type\":\"ADDED\",\"object\":" + text(POD.toJson()) + "}\n";
        return Stream.of(
                Parser.of("watch-json", body -> watch(body, false))
                        .refusing(IOException.class, EOFException.class, JsonException.class, ProtoException.class)
                        .seeds(json, json + "\n" + json.replace("ADDED", "BOOKMARK"), json.replace("ADDED", "ERROR"))
                        .words("\n", "\"type\":\"DELETED\"", "\"object\":", "null"),
                Parser.of("watch-protobuf", body -> watch(body, true))
                        .refusing(IOException.class, EOFException.class, ProtoException.class)
                        .seeds(List.of(frame("ADDED"), frame("BOOKMARK"), frame("ERROR"))),
                Parser.of("watch-event", body -> new EventDecoder<>(LeanPod.PODS, true).event(body, body.length))
                        .refusing(ProtoException.class)
                        .seeds(List.of(event("ADDED"), event("BOOKMARK"), event("ERROR"), event("DELETED")))
                        .mutatedBy(Mutation.PROTOBUF),
                Parser.of("list-protobuf", ResponseFuzzTest::list)
                        .refusing(EOFException.class, ProtoException.class)
                        .seeds(List.of(Pod.PODS.encodeListProtobuf(
                                ListMeta.builder().resourceVersion("9").build(), List.of(POD, POD))))
                        .mutatedBy(Mutation.PROTOBUF),
                Parser.of(
                                "write-result-protobuf",
                                body -> WriteResultReader.read(MediaTypes.PROTOBUF, body, ObjectKey.of("n", "p")))
                        .refusing(ProtoException.class)
                        .seeds(List.of(POD.toProtobuf()))
                        .mutatedBy(Mutation.PROTOBUF),
                Parser.of(
                                "write-result-json",
                                body -> WriteResultReader.read(MediaTypes.JSON, body, ObjectKey.of("n", "p")))
                        .refusing(JsonException.class)
                        .seeds(text(POD.toJson())));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_body_is_read_or_refused(Parser parser) {
        Fuzzer.attack(ResponseFuzzTest.class, parser);
    }

    private static void watch(byte[] body, boolean isBinary) throws IOException {
        var frames = new WatchFrames(new ByteArrayInputStream(body), isBinary);
        var decoder = new EventDecoder<>(Pod.PODS, isBinary);
        while (frames.next()) {
            assertThat(decoder.event(frames.buffer(), frames.length())).isNotNull();
        }
    }

    private static void list(byte[] body) throws IOException {
        new ListStream(new ByteArrayInputStream(body))
                .read(LeanPod.PODS, pod -> assertThat(pod).isNotNull());
    }

    @Test
    void a_length_that_promises_more_than_comes_costs_no_memory() {
        Fuzzer.attack(
                ResponseFuzzTest.class,
                Parser.of("promises", body -> {
                            assertThatThrownBy(
                                            () -> watch(new byte[] {3, (byte) 0xff, (byte) 0xff, (byte) 0xff, 1}, true))
                                    .isInstanceOf(EOFException.class);
                            assertThatThrownBy(() -> list(
                                            new byte[] {'k', '8', 's', 0, 10, (byte) 0xff, (byte) 0xff, (byte) 0xff, 31
                                            }))
                                    .isInstanceOf(EOFException.class);
                        })
                        .within(Budget.USUAL.bytes(1 << 20)));
    }

    private static byte[] frame(String type) {
        var event = event(type);
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, 0, (byte) (event.length >> 8), (byte) event.length});
        out.writeBytes(event);
        return out.toByteArray();
    }

    /// WatchEvent { type, object { raw } }.
    private static byte[] event(String type) {
        var object = new ProtoWriter(256);
        int begun = Envelope.begin(object);
        POD.encode(object);
        Envelope.end(object, begun, "v1", "Pod");
        var out = new ProtoWriter(256);
        int end = out.length();
        out.raw(object.toBytes());
        out.close(1 << 3 | 2, end);
        out.close(2 << 3 | 2, end);
        out.string(1 << 3 | 2, type);
        return out.toBytes();
    }

    private static String text(byte[] document) {
        return new String(document, StandardCharsets.UTF_8);
    }
}
