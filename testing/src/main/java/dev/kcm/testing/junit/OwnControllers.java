package dev.kcm.testing.junit;

import dev.kcm.runtime.controller.ControllerSpec;
import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;

/// Finds what a test class marks with [OwnController].
final class OwnControllers {
    private OwnControllers() {}

    static List<ControllerSpec> of(Class<?> test) {
        AnnotationSupport.findAnnotatedFields(test, OwnController.class).forEach(OwnControllers::check);
        return AnnotationSupport.findAnnotatedFieldValues(test, OwnController.class, ControllerSpec.class);
    }

    private static void check(Field field) {
        if (!ModifierSupport.isStatic(field) || field.getType() != ControllerSpec.class) {
            throw new ExtensionConfigurationException("%s.%s is marked @OwnController: make it a static ControllerSpec"
                    .formatted(field.getDeclaringClass().getSimpleName(), field.getName()));
        }
    }
}
