package dev.kcm.controllers.storage.persistentvolumebinder;

import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.value.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BySizeTest {
    private static final Comparator<PersistentVolume> ORDER =
            Comparator.comparing(StorageFacts::capacityOf).thenComparing(PersistentVolume::name);

    @Test
    void finds_what_a_search_of_all_would_find_whatever_came_and_went() {
        var random = new Random(7);
        var all = new ArrayList<PersistentVolume>();
        BySize<PersistentVolume> tree = BySize.empty(StorageFacts::capacityOf);
        for (int round = 0; round < 2000; round++) {
            if (all.isEmpty() || random.nextInt(3) > 0) {
                var added = volume("v" + round, (1 + random.nextInt(50)) + "Gi");
                all.add(added);
                tree = tree.with(added);
            } else {
                tree = tree.without(all.remove(random.nextInt(all.size())));
            }
            var atLeast = Quantity.parse((1 + random.nextInt(55)) + "Gi");
            assertThat(tree.smallest(atLeast, _ -> true).map(PersistentVolume::name))
                    .isEqualTo(all.stream()
                            .filter(it -> StorageFacts.capacityOf(it).compareTo(atLeast) >= 0)
                            .min(ORDER)
                            .map(PersistentVolume::name));
            assertThat(tree.largest(atLeast, _ -> true).map(PersistentVolume::name))
                    .isEqualTo(all.stream()
                            .filter(it -> StorageFacts.capacityOf(it).compareTo(atLeast) <= 0)
                            .max(ORDER)
                            .map(PersistentVolume::name));
        }
    }

    @Test
    void goes_on_to_the_next_where_one_does_not_pass() {
        BySize<PersistentVolume> tree = BySize.empty(StorageFacts::capacityOf);
        for (var volume : List.of(volume("b", "2Gi"), volume("a", "2Gi"), volume("c", "3Gi"))) {
            tree = tree.with(volume);
        }
        assertThat(tree.smallest(Quantity.parse("1Gi"), it -> !it.name().equals("a")))
                .map(PersistentVolume::name)
                .contains("b");
        assertThat(tree.smallest(Quantity.parse("2500Mi"), _ -> true))
                .map(PersistentVolume::name)
                .contains("c");
        assertThat(tree.smallest(Quantity.parse("4Gi"), _ -> true)).isEmpty();
    }

    @Test
    void is_empty_again_when_all_are_gone() {
        var one = volume("a", "1Gi");
        BySize<PersistentVolume> none = BySize.empty(StorageFacts::capacityOf);
        assertThat(none.with(one).without(one).isEmpty()).isTrue();
    }
}
