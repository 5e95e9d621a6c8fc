package dev.kcm.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
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

/// One object of every kind a real server holds, as it sent it in protobuf and in JSON, comes
/// through the model byte for byte.
class LiveObjectsTest {
    private static final List<Live> OBJECTS = read();

    record Live(Resource<?> resource, byte[] protobuf, String json) {
        static Live parse(String line) {
            String[] cells = line.split("\t", 5);
            return new Live(
                    Catalog.byPlural(cells[0], cells[1], cells[2]).orElseThrow(),
                    Base64.getDecoder().decode(cells[3]),
                    cells[4]);
        }

        KubeObject fromProtobuf() {
            return resource.decodeProtobuf(protobuf);
        }

        KubeObject fromJson() {
            return resource.decodeJson(json.getBytes(StandardCharsets.UTF_8));
        }

        /// The JSON upstream's codec makes of the protobuf message. The server's own names the kind
        /// of a StatefulSet's claim templates, for which protobuf has no place.
        String jsonOfProtobuf() {
            return resource.kind().equals("StatefulSet")
                    ? json.replace("{\"kind\":\"PersistentVolumeClaim\",\"apiVersion\":\"v1\",", "{")
                    : json;
        }

        @Override
        public String toString() {
            return resource.apiVersion() + " " + resource.kind();
        }
    }

    @Test
    void every_kind_that_can_be_listed_is_here() {
        assertThat(Catalog.served().stream().filter(resource -> resource.verbs().contains("list")))
                .filteredOn(resource -> !resource.group().endsWith("metrics.k8s.io"))
                .isSubsetOf(OBJECTS.stream().<Resource<?>>map(Live::resource).toList());
    }

    @Test
    void protobuf_comes_back() {
        assertThat(OBJECTS)
                .allSatisfy(live -> assertThat(protobufOf(live.fromProtobuf())).isEqualTo(live.protobuf));
    }

    @Test
    void protobuf_becomes_json() {
        assertThat(OBJECTS)
                .allSatisfy(live -> assertThat(jsonOf(live.fromProtobuf())).isEqualTo(live.jsonOfProtobuf()));
    }

    @Test
    void json_comes_back() {
        assertThat(OBJECTS)
                .allSatisfy(live -> assertThat(jsonOf(live.fromJson())).isEqualTo(live.json));
    }

    @Test
    void json_becomes_protobuf() {
        assertThat(OBJECTS)
                .allSatisfy(live -> assertThat(protobufOf(live.fromJson())).isEqualTo(live.protobuf));
    }

    private static byte[] protobufOf(KubeObject object) {
        return ((TopLevel) object).toProtobuf();
    }

    private static String jsonOf(KubeObject object) {
        return new String(((TopLevel) object).toJson(), StandardCharsets.UTF_8);
    }

    private static List<Live> read() {
        var resource = Objects.requireNonNull(LiveObjectsTest.class.getResourceAsStream("/codec/live-1.36.3.tsv.gz"));
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.UTF_8))) {
            return lines.lines().map(Live::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
