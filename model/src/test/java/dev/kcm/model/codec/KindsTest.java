package dev.kcm.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.json.JsonReader;
import dev.kcm.model.json.JsonWriter;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.Message;
import dev.kcm.model.wire.ProtoReader;
import dev.kcm.model.wire.ProtoWriter;
import dev.kcm.model.wire.TopLevel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Every kind, filled by a Go program and encoded by upstream's codecs, comes through the model
/// byte for byte.
class KindsTest {
    private static final List<Fixture> FIXTURES = read();

    record Fixture(String apiVersion, String kind, String goType, String variant, byte[] protobuf, String json) {
        static Fixture parse(String line) {
            String[] cells = line.split("\t", 7);
            return new Fixture(
                    cells[0].isEmpty() ? cells[1] : cells[0] + "/" + cells[1],
                    cells[2],
                    cells[3],
                    cells[4],
                    Base64.getDecoder().decode(cells[5]),
                    cells[6]);
        }

        Message fromProtobuf() {
            Envelope envelope = Envelope.open(protobuf);
            return decode(ProtoReader.class, envelope.content());
        }

        Message fromJson() {
            return decode(JsonReader.class, JsonReader.of(json));
        }

        private Message decode(Class<?> readerType, Object reader) {
            try {
                return (Message) type().getMethod("decode", readerType).invoke(null, reader);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(this + ": " + e.getCause(), e);
            }
        }

        Class<?> type() throws ClassNotFoundException {
            String[] path = goType.replace("custom_metrics", "custommetrics")
                    .replace("external_metrics", "externalmetrics")
                    .split("/");
            return Class.forName("dev.kcm.model." + path[path.length - 2] + "." + path[path.length - 1]);
        }

        @Override
        public String toString() {
            return apiVersion + " " + kind + " " + variant;
        }
    }

    @Test
    void all_kinds_are_here() {
        assertThat(FIXTURES.stream()
                        .map(fixture -> fixture.apiVersion + fixture.kind)
                        .distinct())
                .hasSizeGreaterThan(250);
    }

    @Test
    void protobuf_comes_back() {
        assertThat(inProtobuf())
                .allSatisfy(fixture ->
                        assertThat(protobufOf(fixture.fromProtobuf())).isEqualTo(fixture.protobuf));
    }

    @Test
    void json_comes_back() {
        assertThat(FIXTURES)
                .allSatisfy(fixture -> assertThat(jsonOf(fixture.fromJson())).isEqualTo(fixture.json));
    }

    @Test
    void protobuf_becomes_json() {
        assertThat(inProtobuf())
                .allSatisfy(
                        fixture -> assertThat(jsonOf(fixture.fromProtobuf())).isEqualTo(fixture.json));
    }

    @Test
    void json_becomes_protobuf() {
        assertThat(inProtobuf())
                .allSatisfy(
                        fixture -> assertThat(protobufOf(fixture.fromJson())).isEqualTo(fixture.protobuf));
    }

    @Test
    void both_forms_are_equal_objects() {
        assertThat(inProtobuf())
                .allSatisfy(fixture -> assertThat(fixture.fromProtobuf())
                        .isEqualTo(fixture.fromJson())
                        .hasSameHashCodeAs(fixture.fromJson()));
    }

    @Test
    void copies_through_the_builder_are_equal() {
        assertThat(inProtobuf()).allSatisfy(fixture -> {
            Message message = fixture.fromProtobuf();
            Object builder = message.getClass().getMethod("toBuilder").invoke(message);
            assertThat(builder.getClass().getMethod("build").invoke(builder)).isEqualTo(message);
        });
    }

    private static List<Fixture> inProtobuf() {
        return FIXTURES.stream().filter(fixture -> fixture.protobuf.length > 0).toList();
    }

    private static byte[] protobufOf(Message message) {
        if (message instanceof TopLevel document) {
            return document.toProtobuf();
        }
        ProtoWriter out = new ProtoWriter();
        int begun = Envelope.begin(out);
        message.encode(out);
        Envelope.end(out, begun, "", ""); // WatchEvent alone has no kind to put there
        return out.toBytes();
    }

    private static String jsonOf(Message message) {
        if (message instanceof TopLevel document) {
            return new String(document.toJson(), StandardCharsets.UTF_8);
        }
        JsonWriter out = new JsonWriter();
        message.encode(out);
        return out.toString();
    }

    private static List<Fixture> read() {
        var resource = Objects.requireNonNull(KindsTest.class.getResourceAsStream("/codec/kinds-1.36.3.tsv.gz"));
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            // PartialObjectMetadata is no generated type; MetadataObjectTest has it
            return lines.lines()
                    .map(Fixture::parse)
                    .filter(fixture -> !fixture.kind.startsWith("PartialObject"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
