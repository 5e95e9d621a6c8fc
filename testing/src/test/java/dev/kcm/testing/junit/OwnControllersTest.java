package dev.kcm.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

@SuppressWarnings("UnusedVariable") // the extension reads the fields
class OwnControllersTest {
    private static final ControllerSpec SPEC =
            ControllerSpec.named("own").reconciles(ConfigMap.CONFIG_MAPS).builtBy(_ -> (Reconciler<Void>) null);

    private static class Marked {
        @OwnController
        static final ControllerSpec OWN = SPEC;

        static final ControllerSpec UNMARKED = SPEC;
    }

    private static class OfAnInstance {
        @OwnController
        final ControllerSpec own = SPEC;
    }

    private static class OfAnotherType {
        @OwnController
        static final String OWN = "own";
    }

    @Test
    void marked_fields_are_the_controllers() {
        assertThat(OwnControllers.of(Marked.class)).containsExactly(SPEC);
    }

    @Test
    void a_mark_that_could_not_work_is_refused_with_what_to_do() {
        assertThatThrownBy(() -> OwnControllers.of(OfAnInstance.class))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("OfAnInstance.own is marked @OwnController: make it a static" + " ControllerSpec");
        assertThatThrownBy(() -> OwnControllers.of(OfAnotherType.class))
                .isInstanceOf(ExtensionConfigurationException.class);
    }
}
