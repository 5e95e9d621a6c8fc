package dev.kcm.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;

import org.junit.jupiter.api.Test;

class MemoryTest {
    private static final ObjectKey KEY = ObjectKey.of("default", "pi");

    private final Memory<Integer> memory = new Memory<>(0);

    @Test
    void keeps_what_was_learned_until_told_to_forget() {
        assertThat(memory.learn(KEY, "one", known -> known + 2)).isEqualTo(2);
        assertThat(memory.learn(KEY, "one", known -> known + 3)).isEqualTo(5);
        assertThat(memory.knows(KEY, "one")).isTrue();

        memory.forget(KEY);

        assertThat(memory.knows(KEY, "one")).isFalse();
        assertThat(memory.learn(KEY, "one", known -> known + 1)).isEqualTo(1);
    }

    @Test
    void another_object_of_the_same_name_starts_blank() {
        memory.learn(KEY, "one", known -> known + 2);

        assertThat(memory.knows(KEY, "two")).isFalse();
        assertThat(memory.learn(KEY, "two", known -> known + 1)).isEqualTo(1);
    }
}
