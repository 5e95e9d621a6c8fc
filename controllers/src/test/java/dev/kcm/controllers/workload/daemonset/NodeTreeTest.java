package dev.kcm.controllers.workload.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeTreeTest {
    /// Names with equal hashes.
    private static final String[] EQUAL_HASHES = {"AaAa", "AaBB", "BBAa", "BBBB"};

    @Test
    void has_what_was_put_into_it_and_not_taken_out() {
        for (long seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            NodeTree<Integer, Integer> tree = NodeTree.counting();
            Map<String, Integer> expected = new HashMap<>();
            for (int i = 0; i < 2_000; i++) {
                var name = name(random);
                if (random.nextInt(3) == 0) {
                    tree = tree.without(name);
                    expected.remove(name);
                } else {
                    tree = tree.with(name, i);
                    expected.put(name, i);
                }
            }
            assertThat(contents(tree)).isEqualTo(expected);
            assertThat(tree.sum()).isEqualTo(expected.size());
            for (var name : expected.keySet()) {
                assertThat(tree.find(name)).contains(expected.get(name));
                tree = tree.without(name);
            }
            assertThat(tree.isEmpty()).isTrue();
        }
    }

    @Test
    void knows_in_what_it_differs_from_an_earlier_one() {
        for (long seed = 0; seed < 20; seed++) {
            var random = new Random(seed);
            NodeTree<Integer, Integer> before = NodeTree.counting();
            for (int i = 0; i < 1_000; i++) {
                before = before.with(name(random), i);
            }
            var after = before;
            Set<String> changed = new HashSet<>();
            for (int i = 0; i < 10; i++) {
                var name = name(random);
                after = random.nextBoolean() ? after.with(name, -i) : after.without(name);
                changed.add(name);
            }
            Set<String> found = new HashSet<>();
            after.differences(before, found::add);

            for (var name : changed) {
                if (!after.find(name).equals(before.find(name))) {
                    assertThat(found).contains(name);
                }
            }
            // A leaf that moved into a branch of its own may be named as well.
            assertThat(found).hasSizeLessThan(100);
        }
    }

    @Test
    void names_with_equal_hashes_are_told_apart() {
        NodeTree<String, Integer> tree = NodeTree.counting();
        for (var name : EQUAL_HASHES) {
            tree = tree.with(name, name);
        }
        assertThat(tree.sum()).isEqualTo(EQUAL_HASHES.length);
        assertThat(tree.find("AaBB")).contains("AaBB");
        assertThat(tree.without("AaBB").find("AaBB")).isEmpty();
        assertThat(tree.without("AaBB").find("BBBB")).contains("BBBB");
        assertThat(tree.find("CCCC")).isEmpty();
    }

    @Test
    void a_search_ends_where_it_is_told_to() {
        NodeTree<Integer, Integer> tree = NodeTree.counting();
        for (int i = 0; i < 100; i++) {
            tree = tree.with("node-" + i, i);
        }
        var seen = new HashSet<Integer>();
        tree.visit(_ -> true, value -> {
            seen.add(value);
            return seen.size() < 7;
        });
        assertThat(seen).hasSize(7);
        tree.visit(_ -> false, value -> seen.add(-value));
        assertThat(seen).hasSize(7);
    }

    private static String name(Random random) {
        int number = random.nextInt(800);
        return number < EQUAL_HASHES.length ? EQUAL_HASHES[number] : "node-" + number;
    }

    private static <V> Map<String, V> contents(NodeTree<V, Integer> tree) {
        Map<String, V> contents = new HashMap<>();
        tree.forEach(contents::put);
        return contents;
    }
}
