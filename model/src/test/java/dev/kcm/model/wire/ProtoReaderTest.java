package dev.kcm.model.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSecurityContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProtoReaderTest {
    private static final Pod POD = Pod.builder()
            .metadata(m -> m.name("web").namespace("default").putLabels("app", "web"))
            .spec(s -> s.addContainers(c -> c.name("main").image("nginx").addArgs("-v")))
            .status(s -> s.phase("Running"))
            .build();

    @Test
    void what_is_no_envelope_is_refused() {
        assertThatThrownBy(() -> Envelope.open("{\"kind\":\"Pod\"}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ProtoException.class)
                .hasMessageContaining("does not start with");
    }

    @Test
    void a_message_cut_off_anywhere_is_refused_or_shorter() {
        byte[] whole = POD.toProtobuf();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                Pod.PODS.decodeProtobuf(cut);
            } catch (ProtoException e) {
                assertThat(e).hasMessageMatching("(?s).*(bytes|byte|start).*");
            }
        }
    }

    @Test
    void scrambled_bytes_are_refused_or_read_but_nothing_else_happens() {
        Random random = new Random(1);
        byte[] whole = POD.toProtobuf();
        for (int round = 0; round < 5000; round++) {
            byte[] scrambled = whole.clone();
            for (int hits = 0; hits < 3; hits++) {
                scrambled[4 + random.nextInt(whole.length - 4)] = (byte) random.nextInt(256);
            }
            try {
                Pod.PODS.decodeProtobuf(scrambled);
            } catch (ProtoException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void fields_from_the_future_are_passed_over() {
        byte[] future =
                HexFormat.of().parseHex("f87f01" + "f97f0102030405060708" + "fa7f03414243" + "fd7f01020304" + "2a00");
        assertThat(PodSecurityContext.decode(ProtoReader.of(future))).isEqualTo(PodSecurityContext.EMPTY);
    }

    @Test
    void numbers_are_read_one_by_one_and_packed() {
        PodSecurityContext expected = PodSecurityContext.builder()
                .addSupplementalGroups(1)
                .addSupplementalGroups(300)
                .build();
        assertThat(PodSecurityContext.decode(ProtoReader.of(HexFormat.of().parseHex("200120ac02"))))
                .isEqualTo(expected);
        assertThat(PodSecurityContext.decode(ProtoReader.of(HexFormat.of().parseHex("220301ac02"))))
                .isEqualTo(expected);
    }

    @Test
    void a_list_in_two_runs_is_one_list() {
        // finalizers a, then a field of another number, then finalizers b
        byte[] apart = HexFormat.of().parseHex("720161" + "1a0178" + "720162");
        assertThat(dev.kcm.model.meta.v1.ObjectMeta.decode(ProtoReader.of(apart))
                        .finalizers())
                .containsExactly("a", "b");
    }
}
