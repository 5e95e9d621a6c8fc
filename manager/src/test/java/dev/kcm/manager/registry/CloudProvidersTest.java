package dev.kcm.manager.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.runtime.cloud.CloudProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloudProvidersTest {
    @Test
    void the_one_on_the_class_path_is_found() {
        assertThat(CloudProviders.onClassPath()).map(CloudProvider::name).contains("test");
        assertThat(CloudProviders.problem()).isEmpty();
    }

    @Test
    void several_are_one_too_many() {
        assertThat(CloudProviders.problem(List.of(() -> "east", () -> "west")))
                .contains("there are several cloud providers on the class path, east, west: leave one");
    }
}
