package dev.kcm.controllers.storage.persistentvolumebinder;

import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.bound;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claim;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claimKey;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.to;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volume;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.volumeKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Who is synced when something changes.
class BinderWatchesTest {
    private final BinderWorld world = new BinderWorld();

    @Test
    void a_volume_that_becomes_available_wakes_the_claim_that_asks_for_most_of_it() {
        world.has(
                claim("small", "1Gi"),
                claim("right", "4Gi"),
                claim("greedy", "6Gi"),
                claim("elsewhere", "4Gi").withSpec(it -> it.storageClassName("slow")),
                claim("choosy", "5Gi").withSpec(it -> it.selector(selector -> selector.matchLabels(Map.of("a", "b")))),
                claim("shared", "2Gi").withSpec(it -> it.accessModes(List.of("ReadWriteMany"))));
        var pending = volume("a", "5Gi").withStatus(it -> it.phase("Pending"));
        assertThat(shown(pending)).containsExactly(volumeKey("a"));
        assertThat(shown(later(pending.withStatus(it -> it.phase("Available")))))
                .containsExactly(volumeKey("a"), claimKey("right"));
    }

    @Test
    void a_claim_that_got_its_volume_wakes_the_one_behind_it() {
        world.has(claim("first", "5Gi"), claim("second", "5Gi"), claim("third", "6Gi"));
        assertThat(shown(later(bound(claim("first", "5Gi"), "a"))))
                .containsExactly(claimKey("first"), claimKey("second"), volumeKey("a"));
    }

    @Test
    void claims_and_volumes_that_belong_together_wake_each_other() {
        var data = claim("data", "1Gi");
        world.has(data, claim("naming", "1Gi").withSpec(it -> it.volumeName("a")));
        var promised = volume("a", "1Gi", it -> it.claimRef(to(data)));
        assertThat(shown(promised)).containsExactlyInAnyOrder(volumeKey("a"), claimKey("data"), claimKey("naming"));
        assertThat(shown(later(promised.withMetadata(it -> it.labels(Map.of("a", "b"))))))
                .containsExactly(volumeKey("a"));
        world.stores.remove(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, data);
        assertThat(shown(data)).containsExactly(claimKey("data"), volumeKey("a"));
    }

    @Test
    void a_pod_wakes_the_volume_it_scrubs_and_no_other_pod_any() {
        assertThat(shown(pod("recycler-for-a"))).containsExactly(volumeKey("a"));
        assertThat(shown(pod("web"))).isEmpty();
    }

    @Test
    void costs_the_same_with_ten_claims_that_wait_or_ten_thousand() {
        long few = visits(10);
        assertThat(visits(10_000)).isEqualTo(few);
    }

    private static long visits(int count) {
        var world = new BinderWorld();
        for (int number = 0; number < count; number++) {
            world.has(claim("c" + number, (number % 500 + 1) + "Gi"));
        }
        var pending = volume("a", "5Gi").withStatus(it -> it.phase("Pending"));
        world.has(pending);
        world.stores.takeVisits();
        new BinderWatchesTest().shown(world, later(pending.withStatus(it -> it.phase("Available"))));
        return world.stores.takeVisits();
    }

    private List<ObjectKey> shown(PersistentVolume volume) {
        return shown(world, volume);
    }

    private List<ObjectKey> shown(BinderWorld world, PersistentVolume volume) {
        var keys = new ArrayList<ObjectKey>();
        var change = world.stores.put(PersistentVolume.PERSISTENT_VOLUMES, volume);
        BinderWatches.volumes().mapping().keys(change, world.stores, keys::add);
        return keys.stream().distinct().toList();
    }

    private List<ObjectKey> shown(PersistentVolumeClaim claim) {
        var keys = new ArrayList<ObjectKey>();
        var change = world.stores.put(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS, claim);
        BinderWatches.claims().mapping().keys(change, world.stores, keys::add);
        return keys;
    }

    private List<ObjectKey> shown(LeanPod pod) {
        var keys = new ArrayList<ObjectKey>();
        BinderWatches.recyclers().mapping().keys(world.stores.put(LeanPod.PODS, pod), world.stores, keys::add);
        return keys;
    }

    private static PersistentVolume later(PersistentVolume volume) {
        return volume.withMetadata(it -> it.resourceVersion("2"));
    }

    private static PersistentVolumeClaim later(PersistentVolumeClaim claim) {
        return claim.withMetadata(it -> it.resourceVersion("2"));
    }

    private static LeanPod pod(String name) {
        return LeanPod.builder()
                .metadata(it -> it.name(name).namespace("default").uid(name).resourceVersion("1"))
                .build();
    }
}
