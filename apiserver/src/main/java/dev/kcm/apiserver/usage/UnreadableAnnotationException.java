package dev.kcm.apiserver.usage;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;

/// What an annotation says of usage or a metric makes no sense. To count it as nothing would look like an idle pod: it
/// fails whatever it has a part in, and says which annotation of which object it is.
final class UnreadableAnnotationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String annotation;
    private final String why;

    UnreadableAnnotationException(KubeObject object, String annotation, String why) {
        super("annotation %s of %s %s cannot be read: %s"
                .formatted(
                        annotation,
                        object.resource().singular(),
                        ObjectKey.of(object.namespace(), object.name()),
                        why));
        this.annotation = annotation;
        this.why = why;
    }

    String annotation() {
        return annotation;
    }

    String why() {
        return why;
    }
}
