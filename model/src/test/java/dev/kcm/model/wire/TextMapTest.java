package dev.kcm.model.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextMapTest {
    @Test
    void keys_come_in_the_order_of_their_bytes() {
        List<String> keys = List.of("b", "a/b", "a", "Z", "é", "\uFF5E", "\uD83D\uDE80", "", "a.b", "\uD83D\uDE81x");
        Map<String, String> map = Maps.nil();
        for (String key : keys) {
            map = Maps.put(map, key, key);
        }
        assertThat(Maps.frozen(map).keySet())
                .containsExactlyElementsOf(keys.stream()
                        .sorted((left, right) -> Arrays.compareUnsigned(
                                left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)))
                        .toList());
    }

    @Test
    void it_is_a_map_like_any_other() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            Map<String, Integer> expected = new HashMap<>();
            Map<String, Integer> draft = Maps.nil();
            for (int puts = random.nextInt(20); puts > 0; puts--) {
                String key = "k" + random.nextInt(12);
                expected.put(key, puts);
                draft = Maps.put(draft, key, puts);
            }
            Map<String, Integer> map = Maps.frozen(draft);
            assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected).hasSameSizeAs(expected);
            assertThat(expected).isEqualTo(map);
            assertThat(map.get("k3")).isEqualTo(expected.get("k3"));
            assertThat(map.containsKey("k4")).isEqualTo(expected.containsKey("k4"));
        }
    }

    @Test
    void it_cannot_be_changed() {
        Map<String, String> map = Maps.frozen(Map.of("a", "b"));
        assertThatThrownBy(() -> map.put("c", "d")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.entrySet().iterator().next().setValue("x"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nil_and_empty_are_equal_but_apart() {
        assertThat(Maps.<String>nil()).isEqualTo(Maps.copyOf(Map.of()));
        assertThat(Maps.isNil(Maps.nil())).isTrue();
        assertThat(Maps.isNil(Maps.copyOf(Map.of()))).isFalse();
    }
}
