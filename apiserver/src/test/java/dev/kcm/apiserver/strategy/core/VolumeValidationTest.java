package dev.kcm.apiserver.strategy.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimSpec;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/// What may be asked of claims and volumes, in upstream's words.
class VolumeValidationTest {
    private static final PersistentVolume VOLUME =
            PersistentVolumeStrategy.STRATEGY.defaulted(PersistentVolume.builder()
                    .metadata(it -> it.name("disk"))
                    .spec(spec -> spec.capacity(storage("5Gi"))
                            .accessModes(List.of("ReadWriteOnce"))
                            .storageClassName("fast")
                            .hostPath(path -> path.path("/tmp/disk")))
                    .build());

    private static final PersistentVolumeClaim CLAIM =
            PersistentVolumeClaimStrategy.STRATEGY.defaulted(PersistentVolumeClaim.builder()
                    .metadata(it -> it.name("data").namespace("shop"))
                    .spec(spec ->
                            spec.accessModes(List.of("ReadWriteOnce")).resources(it -> it.requests(storage("1Gi"))))
                    .status(status -> status.phase("Pending"))
                    .build());

    @Test
    void what_is_complete_is_valid() {
        assertThatCode(() -> create(PersistentVolumeStrategy.STRATEGY, VOLUME)).doesNotThrowAnyException();
        assertThatCode(() -> create(PersistentVolumeClaimStrategy.STRATEGY, CLAIM))
                .doesNotThrowAnyException();
        assertThat(VOLUME.spec().persistentVolumeReclaimPolicy()).isEqualTo("Retain");
        assertThat(VOLUME.spec().volumeMode()).contains("Filesystem");
    }

    @Test
    void a_volume_needs_size_modes_and_a_source() {
        volume(it -> it.accessModes(List.of())).hasMessageEndingWith("spec.accessModes: Required value");
        volume(it -> it.accessModes(List.of("Sometimes")))
                .hasMessageEndingWith("spec.accessModes: Unsupported value: \"Sometimes\": supported values:"
                        + " \"ReadOnlyMany\", \"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\"");
        volume(it -> it.accessModes(List.of("ReadWriteOnce", "ReadWriteOncePod")))
                .hasMessageEndingWith(
                        "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes");
        volume(it -> it.capacity(storage("0")))
                .hasMessageEndingWith("spec.capacity[storage]: Invalid value: \"0\": must be greater than zero");
        volume(it -> it.withoutHostPath()).hasMessageEndingWith("spec: Required value: must specify a volume type");
        volume(it -> it.nfs(nfs -> nfs.server("a").path("/")))
                .hasMessageEndingWith("Forbidden: may not specify more than 1 volume type");
        volume(it -> it.hostPath(path -> path.path("/tmp/../etc")))
                .hasMessageEndingWith("spec.hostPath.path: Invalid value: \"/tmp/../etc\": must not contain '..'");
        volume(it -> it.persistentVolumeReclaimPolicy("Recycle").hostPath(path -> path.path("/")))
                .hasMessageEndingWith("spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a"
                        + " hostPath mount of '/'");
        volume(it -> it.persistentVolumeReclaimPolicy("Burn"))
                .hasMessageEndingWith("spec.persistentVolumeReclaimPolicy: Unsupported value: \"Burn\": supported"
                        + " values: \"Delete\", \"Recycle\", \"Retain\"");
        volume(it -> it.withoutHostPath().local(local -> local.path("/mnt")))
                .hasMessageEndingWith("metadata.annotations: Required value: Local volume requires node affinity");
    }

    @Test
    void what_is_behind_a_volume_stays() {
        var moved = VOLUME.withSpec(it -> it.hostPath(path -> path.path("/tmp/other")));
        assertThatThrownBy(() -> update(PersistentVolumeStrategy.STRATEGY, moved, VOLUME))
                .hasMessageContaining(
                        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after"
                                + " creation");
        var block = VOLUME.withSpec(it -> it.volumeMode("Block"));
        assertThatThrownBy(() -> update(PersistentVolumeStrategy.STRATEGY, block, VOLUME))
                .hasMessageEndingWith("volumeMode: Invalid value: \"Block\": field is immutable");
        var larger = VOLUME.withSpec(it -> it.capacity(storage("9Gi")).persistentVolumeReclaimPolicy("Delete"));
        assertThatCode(() -> update(PersistentVolumeStrategy.STRATEGY, larger, VOLUME))
                .doesNotThrowAnyException();
    }

    @Test
    void a_claim_needs_size_and_modes() {
        claim(it -> it.accessModes(List.of()))
                .hasMessageEndingWith("spec.accessModes: Required value: at least 1 access mode is required");
        claim(it -> it.resources(resources -> resources.requests(Map.of())))
                .hasMessageEndingWith("spec.resources[storage]: Required value");
        claim(it -> it.volumeMode("Tape"))
                .hasMessageEndingWith("spec.volumeMode: Unsupported value: \"Tape\": supported values: \"Block\","
                        + " \"Filesystem\"");
    }

    @Test
    void a_claim_gets_a_volume_and_a_class_once() {
        var named = CLAIM.withSpec(it -> it.volumeName("disk").storageClassName("fast"));
        assertThatCode(() -> update(PersistentVolumeClaimStrategy.STRATEGY, named, CLAIM))
                .doesNotThrowAnyException();
        changed(named, it -> it.volumeName("other"));
        changed(named, it -> it.storageClassName("slow"));
        changed(named, it -> it.accessModes(List.of("ReadOnlyMany")));
        changed(named, it -> it.resources(resources -> resources.requests(storage("2Gi"))));
    }

    @Test
    void a_bound_claim_grows_and_goes_back_no_further_than_its_volume_has_grown() {
        var bound = CLAIM.withSpec(it -> it.volumeName("disk").resources(r -> r.requests(storage("8Gi"))))
                .withStatus(it -> it.phase("Bound").capacity(storage("5Gi")));
        assertThatCode(() -> update(PersistentVolumeClaimStrategy.STRATEGY, sized(bound, "9Gi"), bound))
                .doesNotThrowAnyException();
        assertThatCode(() -> update(PersistentVolumeClaimStrategy.STRATEGY, sized(bound, "6Gi"), bound))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> update(PersistentVolumeClaimStrategy.STRATEGY, sized(bound, "5Gi"), bound))
                .hasMessageEndingWith(
                        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity");
    }

    private static PersistentVolumeClaim sized(PersistentVolumeClaim claim, String size) {
        return claim.withSpec(it -> it.resources(resources -> resources.requests(storage(size))));
    }

    private static void changed(PersistentVolumeClaim claim, Consumer<PersistentVolumeClaimSpec.Builder> change) {
        assertThatThrownBy(() -> update(PersistentVolumeClaimStrategy.STRATEGY, claim.withSpec(change), claim))
                .hasMessageContaining("spec: Forbidden: spec is immutable after creation except resources.requests and"
                        + " volumeAttributesClassName for bound claims");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> volume(
            Consumer<PersistentVolumeSpec.Builder> change) {
        return assertThatThrownBy(() -> create(PersistentVolumeStrategy.STRATEGY, VOLUME.withSpec(change)));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> claim(
            Consumer<PersistentVolumeClaimSpec.Builder> change) {
        return assertThatThrownBy(() -> create(PersistentVolumeClaimStrategy.STRATEGY, CLAIM.withSpec(change)));
    }

    private static <T extends KubeObject> void create(Strategy<T> strategy, T object) {
        var errors = new FieldErrors();
        strategy.validate(object, errors);
        errors.throwIfAny(object.resource(), object.name());
    }

    private static <T extends KubeObject> void update(Strategy<T> strategy, T wanted, T current) {
        var errors = new FieldErrors();
        strategy.validateUpdate(wanted, current, errors);
        errors.throwIfAny(wanted.resource(), wanted.name());
    }

    private static Map<String, Quantity> storage(String size) {
        return Map.of("storage", Quantity.parse(size));
    }
}
