package dev.kcm.testing.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A controller of one's own that runs beside those of the manager in every test of the class, as a
/// static field of its [dev.kcm.runtime.controller.ControllerSpec]:
///
/// ```java
/// @KubeScenario(controllers = "deployment-controller")
/// class PreviewScenarioTest {
///     @OwnController static final ControllerSpec PREVIEWS = PreviewReconciler.SPEC;
/// ```
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnController {}
