package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.PodTemplateSpec;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A draft of something that makes pods; says also what these are going to do, as simulated nodes
/// understand it.
public abstract class PodTemplateBuilder<T extends KubeObject, D extends PodTemplateBuilder<T, D>>
        extends ObjectBuilder<T, D> {
    static final String CONTAINER = "main";
    static final String IMAGE = "example.com/app:1";

    PodTemplateBuilder(T object) {
        super(object);
    }

    abstract T withTemplate(T object, UnaryOperator<PodTemplateSpec> change);

    public final D template(UnaryOperator<PodTemplateSpec> change) {
        return with(object -> withTemplate(object, change));
    }

    public final D pods(Consumer<PodSpec.Builder> edit) {
        return template(template -> template.withSpec(edit));
    }

    public final D image(String image) {
        return template(template -> template.withSpec(template.spec()
                .withContainers(template.spec().containers().stream()
                        .map(it -> it.withImage(image))
                        .toList())));
    }

    public final D podLabel(String key, String value) {
        return template(it -> it.withMetadata(metadata -> metadata.putLabels(key, value)));
    }

    public final D podAnnotation(String key, String value) {
        return template(it -> it.withMetadata(metadata -> metadata.putAnnotations(key, value)));
    }

    /// They run, but are not ready, until the annotation is changed.
    public final D podsUnready() {
        return podAnnotation(PodAnnotations.READY, "false");
    }

    /// They stay pending for this time after they are bound.
    public final D podsStartAfter(Duration time) {
        return podAnnotation(PodAnnotations.START_AFTER, PodAnnotations.text(time));
    }

    /// As [#podsStartAfter], each pod after a time of its own between these.
    public final D podsStartWithin(Duration from, Duration to) {
        return podsStartAfter(from).podAnnotation(PodAnnotations.START_UNTIL, PodAnnotations.text(to));
    }

    /// They take this time to end when they are deleted.
    public final D podsStopAfter(Duration time) {
        return podAnnotation(PodAnnotations.STOP_AFTER, PodAnnotations.text(time));
    }

    /// Their containers end by themselves after this time (after a second, if nothing is said),
    /// unless they are always restarted.
    public final D podsRunFor(Duration time) {
        return podAnnotation(PodAnnotations.RUN_FOR, PodAnnotations.text(time));
    }

    /// Their containers end with this code.
    public final D podsExitWith(int code) {
        return podAnnotation(PodAnnotations.EXIT_CODE, Integer.toString(code));
    }

    static PodTemplateSpec template(String label) {
        return PodTemplateSpec.builder()
                .metadata(metadata -> metadata.putLabels(Builders.LABEL, label))
                .spec(spec -> spec.addContainers(
                                container -> container.name(CONTAINER).image(IMAGE))
                        .terminationGracePeriodSeconds(30))
                .build();
    }
}
