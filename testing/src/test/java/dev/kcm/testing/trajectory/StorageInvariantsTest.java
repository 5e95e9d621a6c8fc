package dev.kcm.testing.trajectory;

import static dev.kcm.testing.trajectory.ChangeHistory.deleting;
import static dev.kcm.testing.trajectory.ChangeHistory.meta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/// As [InvariantsTest], of claims, volumes and classes.
class StorageInvariantsTest {
    private static final String CLAIM_PROTECTION = "kubernetes.io/pvc-protection";
    private static final String VOLUME_PROTECTION = "kubernetes.io/pv-protection";
    private static final String CLASS_PROTECTION = "kubernetes.io/vac-protection";
    private static final String OTHER = "example.com/other";

    private final ChangeHistory history = new ChangeHistory();

    @Test
    void a_claim_loses_its_protection_and_a_pod_uses_it() {
        history.shows(claim(), user("web", "node-1")).after(10);
        history.shows(deleting(claim(), CLAIM_PROTECTION), deleting(claim(), OTHER));
        assertThat(history.broken()).containsExactly("storage-in-use-stays PersistentVolumeClaim data");
    }

    @Test
    void a_claim_loses_its_protection_and_no_pod_on_a_node_uses_it() {
        history.shows(claim(), user("web", "")).after(10);
        history.shows(deleting(claim(), CLAIM_PROTECTION), user("other", "node-1"));
        history.shows(deleting(claim(), OTHER));
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void a_volume_loses_its_protection_bound_and_released() {
        var volume = volume();
        var bound = volume.withStatus(status -> status.phase("Bound"));
        history.shows(deleting(volume, VOLUME_PROTECTION), deleting(volume, OTHER));
        assertThat(history.broken()).isEmpty();
        history.shows(deleting(bound, VOLUME_PROTECTION), deleting(bound, OTHER));
        assertThat(history.broken()).containsExactly("storage-in-use-stays PersistentVolume disk");
    }

    @Test
    void a_class_loses_its_protection_and_a_volume_names_it() {
        history.shows(attributesClass(), volume().withSpec(spec -> spec.volumeAttributesClassName("gold")))
                .after(10);
        history.shows(deleting(attributesClass(), CLASS_PROTECTION), deleting(attributesClass(), OTHER));
        assertThat(history.broken()).containsExactly("storage-in-use-stays VolumeAttributesClass gold");
    }

    @Test
    void what_is_not_deleted_loses_its_protection() {
        history.shows(attributesClass(), attributesClass().withMetadata(it -> it.finalizers(List.of())));
        assertThat(history.broken()).containsExactly("storage-in-use-stays VolumeAttributesClass gold");
    }

    private static PersistentVolumeClaim claim() {
        return PersistentVolumeClaim.builder()
                .metadata(meta("data").addFinalizers(CLAIM_PROTECTION).build())
                .build();
    }

    private static Pod user(String name, String node) {
        return Pod.builder()
                .metadata(meta(name).build())
                .spec(spec -> spec.nodeName(node)
                        .addVolumes(it -> it.name("data").persistentVolumeClaim(named -> named.claimName("data"))))
                .build();
    }

    private static PersistentVolume volume() {
        return PersistentVolume.builder()
                .metadata(meta("disk").addFinalizers(VOLUME_PROTECTION).build())
                .build();
    }

    private static VolumeAttributesClass attributesClass() {
        return VolumeAttributesClass.builder()
                .metadata(meta("gold").addFinalizers(CLASS_PROTECTION).build())
                .build();
    }
}
