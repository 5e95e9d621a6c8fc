package dev.kcm.controllers.storage.attachdetach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.AWSElasticBlockStoreVolumeSource;
import dev.kcm.model.core.v1.AzureFileVolumeSource;
import dev.kcm.model.core.v1.GCEPersistentDiskVolumeSource;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeSource;
import dev.kcm.model.lean.LeanVolume;
import dev.kcm.model.lean.LeanVolumeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Volumes of plugins that are gone, as the drivers that replaced them call them.
class TranslatedVolumesTest {
    @ParameterizedTest
    @CsvSource({
        "vol-1, vol-1",
        "aws://eu-1a/vol-1, vol-1",
        "aws:///vol-1, vol-1",
        "aws://eu-1a/disk-1, ''",
    })
    void ids_of_ebs_volumes(String id, String handle) {
        assertThat(MigratedVolumes.ebsHandle(id)).isEqualTo(handle.isEmpty() ? Optional.empty() : Optional.of(handle));
    }

    @ParameterizedTest
    @CsvSource({
        "'', projects/UNSPECIFIED/zones/UNSPECIFIED/disks/disk",
        "europe-west1-b, projects/UNSPECIFIED/zones/europe-west1-b/disks/disk",
        "europe-west1-b__europe-west1-c, projects/UNSPECIFIED/regions/europe-west1/disks/disk",
    })
    void disks_in_zones_and_regions(String zones, String handle) {
        var volume = persistent(source -> source.gcePersistentDisk(gce("disk", false)), "ReadWriteMany")
                .withMetadata(it -> it.labels(Map.of("topology.kubernetes.io/zone", zones)));
        assertThat(MigratedVolumes.of(volume)).hasValueSatisfying(it -> {
            assertThat(it.csi().orElseThrow().handle()).isEqualTo(handle);
            assertThat(it.allowsManyNodes()).as("never was").isFalse();
            assertThat(it.isMigrated()).isTrue();
        });
    }

    @Test
    void zones_of_two_regions_are_none() {
        var volume = persistent(source -> source.gcePersistentDisk(gce("disk", false)), "ReadWriteOnce")
                .withMetadata(it -> it.labels(Map.of("topology.kubernetes.io/zone", "a-b-c__a-d-c")));
        assertThat(MigratedVolumes.of(volume)).isEmpty();
    }

    @Test
    void files_are_known_by_account_share_and_place() {
        var volume = persistent(
                        source -> source.azureFile(file -> file.secretName("azure-storage-account-acme-secret")
                                .shareName("share")
                                .secretNamespace("vault")),
                        "ReadWriteMany")
                .withMetadata(it -> it.putAnnotations("kubernetes.io/azure-file-resource-group", "group"));
        assertThat(MigratedVolumes.of(volume))
                .hasValueSatisfying(it -> assertThat(it.name())
                        .isEqualTo("kubernetes.io/csi/file.csi.azure.com^group#acme#share#data#vault"));
    }

    @Test
    void an_inline_volume_becomes_one_that_only_its_attachment_knows() {
        var disk = inline(source -> source.awsElasticBlockStore(AWSElasticBlockStoreVolumeSource.builder()
                .volumeID("vol-1")
                .fsType("ext4")
                .partition(2)
                .build()));
        assertThat(InlineVolumes.of(disk, "shop")).hasValueSatisfying(it -> {
            assertThat(it.shownName()).isEqualTo("ebs.csi.aws.com-vol-1");
            assertThat(it.allowsManyNodes()).isFalse();
            var spec = it.csi().orElseThrow().inlineSpec().orElseThrow();
            assertThat(spec.accessModes()).containsExactly("ReadWriteOnce");
            assertThat(spec.volumeMode()).contains("Filesystem");
            assertThat(spec.csi().orElseThrow().volumeAttributes()).containsEntry("partition", "2");
        });
    }

    @Test
    void inline_volumes_that_are_only_read_or_shared_may_be_on_many_nodes() {
        assertThat(InlineVolumes.of(inline(source -> source.gcePersistentDisk(gce("disk", true))), "shop"))
                .hasValueSatisfying(it -> assertThat(it.allowsManyNodes()).isTrue());
        var file = inline(source -> source.azureFile(AzureFileVolumeSource.builder()
                .secretName("secret")
                .shareName("share")
                .build()));
        assertThat(InlineVolumes.of(file, "shop")).hasValueSatisfying(it -> {
            assertThat(it.csi().orElseThrow().handle()).isEqualTo("#secret#share#data#shop");
            assertThat(it.allowsManyNodes()).isTrue();
        });
    }

    @Test
    void fibre_channel_volumes_are_known_by_targets_or_identifiers() {
        assertThat(InlineVolumes.fibreChannel("data", List.of("a", "b"), Optional.of(3), List.of(), true))
                .hasValueSatisfying(it -> assertThat(it.name()).isEqualTo("kubernetes.io/fc/[a b]:3"));
        assertThat(InlineVolumes.fibreChannel("data", List.of(), Optional.empty(), List.of("x"), true))
                .hasValueSatisfying(it -> assertThat(it.name()).isEqualTo("kubernetes.io/fc/[x]"));
        assertThat(InlineVolumes.fibreChannel("data", List.of(), Optional.empty(), List.of(), true))
                .isEmpty();
    }

    private static PersistentVolume persistent(Consumer<PersistentVolumeSource.Builder> source, String mode) {
        var built = PersistentVolumeSource.builder();
        source.accept(built);
        return PersistentVolume.builder()
                .metadata(it -> it.name("data"))
                .spec(spec -> spec.accessModes(List.of(mode)).persistentVolumeSource(built.build()))
                .build();
    }

    private static LeanVolume inline(Consumer<LeanVolumeSource.Builder> source) {
        var built = LeanVolumeSource.builder();
        source.accept(built);
        return LeanVolume.builder().name("data").volumeSource(built.build()).build();
    }

    private static GCEPersistentDiskVolumeSource gce(String disk, boolean isReadOnly) {
        return GCEPersistentDiskVolumeSource.builder()
                .pdName(disk)
                .readOnly(isReadOnly)
                .build();
    }
}
