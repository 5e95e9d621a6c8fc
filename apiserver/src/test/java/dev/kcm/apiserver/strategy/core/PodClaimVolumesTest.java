package dev.kcm.apiserver.strategy.core;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.value.Quantity;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The words are those of a real API server.
class PodClaimVolumesTest {
    private static final Volume EPHEMERAL = Volume.builder()
            .name("cache")
            .ephemeral(it -> it.volumeClaimTemplate(template -> template.metadata(
                            metadata -> metadata.putLabels("tier", "fast").putAnnotations("note", "x"))
                    .spec(spec -> spec.addAccessModes("ReadWriteOnce")
                            .resources(resources -> resources.putRequests("storage", Quantity.parse("1Gi"))))))
            .build();

    @Test
    void a_claim_is_named() {
        assertThatThrownBy(() -> create(it -> it.name("data").persistentVolumeClaim(_ -> {})))
                .hasMessageContaining("spec.volumes[0].persistentVolumeClaim.claimName: Required value");
    }

    @Test
    void an_ephemeral_volume_has_a_template_of_a_claim_that_is_valid() {
        assertThatCode(() -> validate(EPHEMERAL)).doesNotThrowAnyException();
        assertThatThrownBy(() -> create(it -> it.name("cache").ephemeral(_ -> {})))
                .hasMessageContaining("spec.volumes[0].ephemeral.volumeClaimTemplate: Required value");
        assertThatThrownBy(() -> create(it -> it.name("cache").ephemeral(empty -> empty.volumeClaimTemplate(_ -> {}))))
                .hasMessageContaining("spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value:"
                        + " at least 1 access mode is required")
                .hasMessageContaining(
                        "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value");
    }

    @Test
    void the_template_has_labels_and_annotations_and_no_name() {
        assertThatThrownBy(() -> create(it -> it.name("cache")
                        .ephemeral(named -> named.volumeClaimTemplate(
                                template -> template.metadata(metadata -> metadata.name("data"))))))
                .hasMessageContaining(
                        "spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set");
    }

    private static void create(Consumer<Volume.Builder> volume) {
        var builder = Volume.builder();
        volume.accept(builder);
        validate(builder.build());
    }

    private static void validate(Volume volume) {
        var pod = Pod.builder()
                .metadata(it -> it.namespace("shop").name("web"))
                .spec(spec -> spec.restartPolicy("Always")
                        .dnsPolicy("Default")
                        .addVolumes(volume)
                        .addContainers(it -> it.name("main").image("busybox").imagePullPolicy("Always")))
                .build();
        var errors = new FieldErrors();
        PodValidation.pod(pod, errors);
        errors.throwIfAny(Pod.PODS, "web");
    }
}
