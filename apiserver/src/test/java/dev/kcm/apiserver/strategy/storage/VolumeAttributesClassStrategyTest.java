package dev.kcm.apiserver.strategy.storage;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The words are those of a real API server.
class VolumeAttributesClassStrategyTest {
    private static final Strategy<VolumeAttributesClass> STRATEGY = VolumeAttributesClassStrategy.STRATEGY;
    private static final VolumeAttributesClass GOLD = VolumeAttributesClass.builder()
            .metadata(it -> it.name("gold"))
            .driverName("disk.example.com")
            .putParameters("iops", "3000")
            .build();

    @Test
    void driver_and_parameters_are_required() {
        assertThatCode(() -> create(GOLD)).doesNotThrowAnyException();
        assertThatThrownBy(() -> create(GOLD.withDriverName("")))
                .hasMessageContaining(
                        "VolumeAttributesClass.storage.k8s.io \"gold\" is invalid: driverName: Required value");
        assertThatThrownBy(() -> create(GOLD.withParameters(Map.of())))
                .hasMessageContaining("parameters: Required value: must contain at least one key/value pair");
        assertThatThrownBy(() -> create(GOLD.withParameters(Map.of("", "x"))))
                .hasMessageContaining("parameters: Invalid value: \"\": field can not be empty.");
        assertThatThrownBy(() -> create(GOLD.withDriverName("no driver")))
                .hasMessageContaining("driverName: Invalid value: \"no driver\"");
        assertThatThrownBy(() -> create(GOLD.withParameters(Map.of("k", "x".repeat(256 * 1024)))))
                .hasMessageContaining("parameters: Too long");
    }

    @Test
    void what_it_says_does_not_change() {
        assertThatThrownBy(() -> update(GOLD.withDriverName("other.example.com")))
                .hasMessageContaining("driverName: Forbidden: updates to driverName are forbidden.");
        assertThatThrownBy(() -> update(GOLD.withParameters(Map.of("iops", "4000"))))
                .hasMessageContaining("parameters: Forbidden: updates to parameters are forbidden.");
        assertThatCode(() -> update(GOLD.withMetadata(it -> it.putLabels("tier", "fast"))))
                .doesNotThrowAnyException();
    }

    private static void create(VolumeAttributesClass wanted) {
        var errors = new FieldErrors();
        STRATEGY.validate(wanted, errors);
        errors.throwIfAny(STRATEGY.resource(), wanted.name());
    }

    private static void update(VolumeAttributesClass wanted) {
        var errors = new FieldErrors();
        STRATEGY.validateUpdate(wanted, GOLD, errors);
        errors.throwIfAny(STRATEGY.resource(), wanted.name());
    }
}
