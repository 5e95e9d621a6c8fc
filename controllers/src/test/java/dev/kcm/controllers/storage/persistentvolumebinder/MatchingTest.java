package dev.kcm.controllers.storage.persistentvolumebinder;

import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claim;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claimKey;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.storageClass;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.to;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which volume a claim gets.
class MatchingTest {
    private final BinderWorld world = new BinderWorld();

    @Test
    void the_smallest_that_is_large_enough() {
        world.has(volume("a", "9Gi"), volume("b", "5Gi"), volume("c", "1Gi"), claim("data", "2Gi"));
        assertThat(match("data")).contains("b");
    }

    @Test
    void not_one_that_differs_in_what_must_be_equal() {
        world.has(
                volume("class", "1Gi", it -> it.storageClassName("slow")),
                volume("mode", "1Gi", it -> it.volumeMode("Block")),
                volume("attributes", "1Gi", it -> it.volumeAttributesClassName("gold")),
                volume("taken", "1Gi", it -> it.claimRef(to(claim("other", "1Gi")))),
                volume("pending", "1Gi").withStatus(it -> it.phase("Pending")),
                volume("going", "1Gi").withMetadata(it -> it.deletionTimestamp(Instant.EPOCH)),
                claim("data", "1Gi"));
        assertThat(match("data")).isEmpty();
        world.has(claim("gold", "1Gi").withSpec(it -> it.volumeAttributesClassName("gold")));
        assertThat(match("gold")).contains("attributes");
    }

    @Test
    void one_with_fewer_modes_before_a_smaller_one_with_more() {
        world.has(
                volume("versatile", "1Gi", it -> it.accessModes(List.of("ReadWriteOnce", "ReadOnlyMany"))),
                volume("plain", "9Gi"),
                claim("data", "1Gi"));
        assertThat(match("data")).contains("plain");
        world.has(claim("reader", "1Gi").withSpec(it -> it.accessModes(List.of("ReadOnlyMany"))));
        assertThat(match("reader")).contains("versatile");
    }

    @Test
    void the_one_that_points_at_it_whatever_its_class_phase_and_labels() {
        var data = claim("data", "1Gi").withSpec(it -> it.selector(selector -> selector.matchLabels(Map.of("a", "b"))));
        world.has(
                labelled(volume("small", "1Gi"), "a", "b"),
                volume("promised", "9Gi", it -> it.storageClassName("slow").claimRef(to(data)))
                        .withStatus(it -> it.phase("Pending")),
                data);
        assertThat(match("data")).contains("promised");
    }

    @Test
    void not_one_that_points_at_another_claim_of_its_name() {
        var earlier = claim("data", "1Gi").withMetadata(it -> it.uid("an-earlier-one"));
        world.has(volume("old", "1Gi", it -> it.claimRef(to(earlier))), claim("data", "1Gi"));
        assertThat(match("data")).isEmpty();
    }

    @Test
    void only_one_that_points_at_it_where_binding_is_delayed() {
        world.has(
                storageClass("WaitForFirstConsumer", "example.com/made"), volume("free", "1Gi"), claim("data", "1Gi"));
        assertThat(match("data")).isEmpty();
        world.has(volume("promised", "2Gi", it -> it.claimRef(to(claim("data", "1Gi")))));
        assertThat(match("data")).contains("promised");
    }

    @Test
    void one_that_its_selector_matches() {
        world.has(
                labelled(volume("a", "1Gi"), "tier", "slow"),
                labelled(volume("b", "2Gi"), "tier", "fast"),
                claim("data", "1Gi")
                        .withSpec(it -> it.selector(selector -> selector.matchLabels(Map.of("tier", "fast")))),
                claim("any", "1Gi")
                        .withSpec(it -> it.selector(selector -> selector.addMatchExpressions(expression ->
                                expression.key("tier").operator("NotIn").values(List.of("slow"))))));
        assertThat(match("data")).contains("b");
        assertThat(match("any")).contains("b");
    }

    @Test
    void not_one_that_another_claim_has_got_a_moment_ago() {
        world.has(volume("a", "1Gi"), volume("b", "2Gi"), claim("first", "1Gi"), claim("second", "1Gi"));
        world.sync(claimKey("first"));
        assertThat(match("second")).contains("b");
        // The cache catches up.
        world.has(volume("a", "1Gi").withMetadata(it -> it.resourceVersion("2")));
        assertThat(match("second")).contains("a");
    }

    /// Also with a selector, and with as many claims that wait.
    @Test
    void costs_the_same_with_ten_volumes_or_ten_thousand() {
        long few = visits(10);
        assertThat(visits(10_000)).isEqualTo(few);
    }

    private static long visits(int count) {
        var world = new BinderWorld();
        for (int number = 0; number < count; number++) {
            world.has(
                    labelled(volume("v" + number, (number % 500 + 1) + "Gi"), "rack", "r" + number),
                    claim("waits" + number, "1Ti"));
        }
        world.has(
                claim("data", "5Gi"),
                claim("selecting", "1Gi")
                        .withSpec(it -> it.selector(selector -> selector.matchLabels(Map.of("rack", "r7")))));
        world.stores.takeVisits();
        world.snapshot(claimKey("data"));
        world.snapshot(claimKey("selecting"));
        return world.stores.takeVisits();
    }

    private Optional<String> match(String claim) {
        return ((Snapshot.OfClaim) world.snapshot(claimKey(claim))).match().map(PersistentVolume::name);
    }

    private static PersistentVolume labelled(PersistentVolume volume, String label, String value) {
        return volume.withMetadata(it -> it.labels(Map.of(label, value)));
    }
}
