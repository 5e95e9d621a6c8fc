package dev.kcm.apiserver.strategy.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.model.storage.v1.StorageClass;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StorageClassStrategyTest {
    private static final StorageClass FAST = StorageClassStrategy.STRATEGY.defaulted(StorageClass.builder()
            .metadata(it -> it.name("fast"))
            .provisioner("example.com/disks")
            .build());

    @Test
    void a_class_binds_at_once_and_deletes_unless_it_says_otherwise() {
        assertThat(FAST.reclaimPolicy()).contains("Delete");
        assertThat(FAST.volumeBindingMode()).contains("Immediate");
    }

    @Test
    void a_class_has_a_provisioner_and_policies_that_there_are() {
        assertThatThrownBy(() -> create(FAST.withProvisioner(""))).hasMessageEndingWith("provisioner: Required value");
        assertThatThrownBy(() -> create(FAST.withReclaimPolicy("Recycle")))
                .hasMessageEndingWith(
                        "reclaimPolicy: Unsupported value: \"Recycle\": supported values: \"Delete\"," + " \"Retain\"");
        assertThatThrownBy(() -> create(FAST.withVolumeBindingMode("Never")))
                .hasMessageEndingWith("volumeBindingMode: Unsupported value: \"Never\": supported values:"
                        + " \"Immediate\", \"WaitForFirstConsumer\"");
    }

    @Test
    void how_volumes_are_made_stays() {
        assertThatThrownBy(() -> update(FAST.withParameters(Map.of("type", "ssd"))))
                .hasMessageEndingWith("parameters: Invalid value: {\"type\":\"ssd\"}: field is immutable");
        assertThatThrownBy(() -> update(FAST.withProvisioner("example.com/tapes")))
                .hasMessageEndingWith("provisioner: Invalid value: \"example.com/tapes\": field is immutable");
        assertThatThrownBy(() -> update(FAST.withReclaimPolicy("Retain")))
                .hasMessageEndingWith("reclaimPolicy: Invalid value: \"Retain\": field is immutable");
        assertThatCode(() -> update(FAST.withAllowVolumeExpansion(true))).doesNotThrowAnyException();
    }

    private static void create(StorageClass storageClass) {
        var errors = new FieldErrors();
        StorageClassStrategy.STRATEGY.validate(storageClass, errors);
        errors.throwIfAny(StorageClass.STORAGE_CLASSES, storageClass.name());
    }

    private static void update(StorageClass wanted) {
        var errors = new FieldErrors();
        StorageClassStrategy.STRATEGY.validateUpdate(wanted, FAST, errors);
        errors.throwIfAny(StorageClass.STORAGE_CLASSES, wanted.name());
    }
}
