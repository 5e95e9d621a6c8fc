package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.client.WatchEvent;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.wire.Envelope;
import dev.kcm.model.wire.ProtoException;
import dev.kcm.model.wire.TopLevel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Lists and watches in protobuf, as a kube-apiserver frames them.
class StreamsTest {
    private static final ConfigMap ONE = configMap("one");
    private static final ConfigMap TWO = configMap("two");

    @Test
    void hands_over_items_as_they_come() throws IOException {
        var items = new ArrayList<ConfigMap>();
        var stream = new ListStream(new ByteArrayInputStream(list(ONE, TWO)));

        var metadata = stream.read(ConfigMap.CONFIG_MAPS, items::add);

        assertThat(items).containsExactly(ONE, TWO);
        assertThat(metadata.resourceVersion()).isEqualTo("42");
        assertThat(stream.bytesRead()).isEqualTo(list(ONE, TWO).length);
    }

    @Test
    void a_list_cut_short_anywhere_is_noticed_and_its_first_items_are_out() {
        var whole = list(ONE, TWO);
        int end = whole.length - 4; // the last two fields of the envelope are empty
        for (int length = 0; length < end; length++) {
            var cut = new ByteArrayInputStream(whole, 0, length);
            var stream = new ListStream(cut);
            var items = new ArrayList<ConfigMap>();
            if (length <= 4 + typeLength()) {
                continue; // what ends before the content cannot be told from an empty list
            }
            assertThatThrownBy(() -> stream.read(ConfigMap.CONFIG_MAPS, items::add))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void damaged_lists_fail_in_one_of_two_ways() {
        var whole = list(ONE, TWO);
        for (int seed = 0; seed < 5000; seed++) {
            var random = new Random(seed);
            var bytes = whole.clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            try {
                new ListStream(new ByteArrayInputStream(bytes)).read(ConfigMap.CONFIG_MAPS, _ -> {});
            } catch (IOException | ProtoException _) {
                // refused
            }
        }
    }

    @Test
    void reads_frames() throws IOException {
        var out = new ByteArrayOutputStream();
        out.writeBytes(frame("ADDED", ONE));
        out.writeBytes(frame("MODIFIED", TWO));
        var frames = new WatchFrames(new ByteArrayInputStream(out.toByteArray()), true);
        var decoder = new EventDecoder<>(ConfigMap.CONFIG_MAPS, true);

        assertThat(frames.next()).isTrue();
        assertThat(decoder.event(frames.buffer(), frames.length())).isEqualTo(new WatchEvent.Added<>(ONE));
        assertThat(frames.next()).isTrue();
        assertThat(decoder.event(frames.buffer(), frames.length())).isEqualTo(new WatchEvent.Modified<>(TWO));
        assertThat(frames.next()).isFalse();
    }

    @Test
    void bookmarks_are_understood_for_pods_that_are_read_in_part() throws IOException {
        var bookmark = Pod.builder()
                .metadata(m -> m.resourceVersion("9").putAnnotations("k8s.io/initial-events-end", "true"))
                .build();
        var bytes = frame("BOOKMARK", bookmark);
        var event = java.util.Arrays.copyOfRange(bytes, 4, bytes.length);

        assertThat(new EventDecoder<>(LeanPod.PODS, true).event(event, event.length))
                .isEqualTo(new WatchEvent.Bookmark<>("9", true));
    }

    @Test
    void reads_lines_of_any_length_and_skips_empty_ones() throws IOException {
        var longLine = "x".repeat(100_000);
        var text = "\none\n\n" + longLine + "\n";
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var frames = new WatchFrames(new ByteArrayInputStream(bytes), false);
        var lines = new ArrayList<String>();
        while (frames.next()) {
            lines.add(new String(frames.buffer(), 0, frames.length(), StandardCharsets.UTF_8));
        }
        assertThat(lines).isEqualTo(List.of("one", longLine));
    }

    @Test
    void refuses_frames_that_end_early_or_claim_too_much() {
        var whole = frame("ADDED", ONE);
        for (int length = 1; length < whole.length; length++) {
            var frames = new WatchFrames(new ByteArrayInputStream(whole, 0, length), true);
            assertThatThrownBy(frames::next).isInstanceOf(EOFException.class);
        }
        var huge = new WatchFrames(new ByteArrayInputStream(new byte[] {-1, 0, 0, 0}), true);
        assertThatThrownBy(huge::next).isInstanceOf(IOException.class);
        var unended = new WatchFrames(new ByteArrayInputStream(new byte[] {'x'}), false);
        assertThatThrownBy(unended::next).isInstanceOf(EOFException.class);
    }

    @Test
    void damaged_events_are_refused_by_name() {
        var decoder = new EventDecoder<>(ConfigMap.CONFIG_MAPS, true);
        var whole = frame("ADDED", ONE);
        for (int seed = 0; seed < 5000; seed++) {
            var random = new Random(seed);
            var bytes = java.util.Arrays.copyOfRange(whole, 4, whole.length);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            try {
                decoder.event(bytes, bytes.length);
            } catch (ProtoException | JsonException _) {
                // refused
            }
        }
        assertThatThrownBy(() -> decoder.event(frame("SURPRISE", ONE), 0)).isInstanceOf(ProtoException.class);
    }

    private static ConfigMap configMap(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.name(name).namespace("b").resourceVersion("7"))
                .putData("key", name.repeat(50))
                .build();
    }

    private static byte[] list(ConfigMap... items) {
        var content = new ByteArrayOutputStream();
        content.writeBytes(field(1, field(2, "42".getBytes(StandardCharsets.UTF_8))));
        for (var item : items) {
            content.writeBytes(field(2, message(item)));
        }
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {'k', '8', 's', 0});
        out.writeBytes(type());
        out.writeBytes(field(2, content.toByteArray()));
        out.writeBytes(field(3, new byte[0]));
        out.writeBytes(field(4, new byte[0]));
        return out.toByteArray();
    }

    private static byte[] type() {
        return field(1, field(2, "ConfigMapList".getBytes(StandardCharsets.UTF_8)));
    }

    private static int typeLength() {
        return type().length;
    }

    private static byte[] frame(String type, TopLevel object) {
        var event = new ByteArrayOutputStream();
        event.writeBytes(field(1, type.getBytes(StandardCharsets.UTF_8)));
        event.writeBytes(field(2, field(1, object.toProtobuf())));
        var out = new ByteArrayOutputStream();
        int length = event.size();
        out.writeBytes(new byte[] {(byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length});
        out.writeBytes(event.toByteArray());
        return out.toByteArray();
    }

    /// The object without its envelope.
    private static byte[] message(ConfigMap object) {
        var whole = object.toProtobuf();
        var content = Envelope.open(whole).content();
        int start = content.position();
        for (int tag = content.tag(); tag != 0; tag = content.tag()) {
            content.skip(tag);
        }
        return java.util.Arrays.copyOfRange(whole, start, content.position());
    }

    private static byte[] field(int number, byte[] value) {
        var out = new ByteArrayOutputStream();
        out.write((number << 3) | 2);
        int length = value.length;
        while (length >= 0x80) {
            out.write((length & 0x7f) | 0x80);
            length >>>= 7;
        }
        out.write(length);
        out.writeBytes(value);
        return out.toByteArray();
    }
}
