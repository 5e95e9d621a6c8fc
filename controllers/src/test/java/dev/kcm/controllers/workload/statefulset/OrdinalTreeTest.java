package dev.kcm.controllers.workload.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrdinalTreeTest {
    private static final Instant EPOCH = Instant.EPOCH;

    /// @param day its time
    private record Item(String kind, int day) {
        Instant time() {
            return EPOCH.plusSeconds(86_400L * day);
        }
    }

    private static final OrdinalTree.Traits<Item, String> TRAITS = new OrdinalTree.Traits<>(Item::kind, Item::time);

    @Test
    void finds_what_a_sorted_map_finds() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var expected = new TreeMap<Integer, Item>();
            var tree = OrdinalTree.empty(TRAITS);
            for (int step = 0; step < 60; step++) {
                int ordinal = random.nextInt(random.nextInt(20) == 0 ? Integer.MAX_VALUE : 300);
                if (random.nextInt(3) == 0) {
                    expected.remove(ordinal);
                    tree = tree.without(ordinal);
                } else {
                    var item = new Item("" + (char) ('a' + random.nextInt(3)), random.nextInt(5));
                    expected.put(ordinal, item);
                    tree = tree.with(ordinal, item);
                }
            }
            check(tree, expected, random);
        }
    }

    private static void check(OrdinalTree<Item, String> tree, TreeMap<Integer, Item> expected, Random random) {
        var latest = new Item("", random.nextInt(5)).time();
        var check = new OrdinalTree.Check<String>(kind -> !kind.equals("b"), latest);
        int from = random.nextInt(150);
        int to = from + random.nextInt(200);
        var lacking = IntStream.rangeClosed(from, to)
                .filter(ordinal -> !passes(expected.get(ordinal), latest))
                .boxed()
                .toList();
        var failing = lacking.stream().filter(expected::containsKey).toList();

        assertThat(tree.size()).isEqualTo(expected.size());
        assertThat(tree.isEmpty()).isEqualTo(expected.isEmpty());
        assertThat(tree.allLackingOrNot(from, to, check)).isEqualTo(lacking);
        assertThat(tree.allNot(from, to, check)).isEqualTo(failing);
        assertThat(tree.firstLackingOrNot(from, to, check).stream().boxed().toList())
                .isEqualTo(lacking.stream().limit(1).toList());
        assertThat(tree.lastLackingOrNot(from, to, check).stream().boxed().toList())
                .isEqualTo(lacking.reversed().stream().limit(1).toList());
        assertThat(tree.firstNot(from, to, check).stream().boxed().toList())
                .isEqualTo(failing.stream().limit(1).toList());
        assertThat(tree.lastNot(from, to, check).stream().boxed().toList())
                .isEqualTo(failing.reversed().stream().limit(1).toList());
        assertThat(tree.last(0, Integer.MAX_VALUE).stream().boxed().toList())
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected.lastKey()));
        assertThat(tree.count(kind -> kind.equals("b"))).isEqualTo((int) expected.values().stream()
                .filter(item -> item.kind().equals("b"))
                .count());
        expected.forEach((ordinal, item) -> assertThat(tree.find(ordinal)).contains(item));
    }

    private static boolean passes(Item item, Instant latest) {
        return item != null && !item.kind().equals("b") && !item.time().isAfter(latest);
    }

    @Test
    void a_range_may_be_empty_and_ordinals_negative() {
        var tree = OrdinalTree.empty(TRAITS).with(0, new Item("a", 0));

        assertThat(tree.allLackingOrNot(0, -1, OrdinalTree.Check.ofKind(_ -> false)))
                .isEmpty();
        assertThat(tree.find(-1)).isEmpty();
        assertThat(tree.without(5_000)).isSameAs(tree);
    }

    @Test
    void a_search_among_ten_thousand_looks_at_few() {
        var tree = OrdinalTree.empty(TRAITS);
        for (int i = 0; i < 10_000; i++) {
            tree = tree.with(i, new Item("a", 0));
        }
        tree = tree.with(7_321, new Item("odd", 0)).without(8_888);
        var asked = new AtomicInteger();
        var check = OrdinalTree.Check.<String>ofKind(kind -> {
            asked.incrementAndGet();
            return kind.equals("a");
        });

        assertThat(tree.firstLackingOrNot(0, 9_999, check)).hasValue(7_321);
        assertThat(tree.lastLackingOrNot(0, 9_999, check)).hasValue(8_888);
        assertThat(asked).hasValueLessThan(150);
    }
}
