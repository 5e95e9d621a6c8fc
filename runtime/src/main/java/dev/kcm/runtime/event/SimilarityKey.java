package dev.kcm.runtime.event;

import dev.kcm.model.core.v1.Event;

/// What two events share that differ in their message only.
record SimilarityKey(Subject subject, String reason) {

    /// Source and object of an event: the unit of the spam filter.
    record Subject(
            String component,
            String host,
            String kind,
            String namespace,
            String name,
            String uid,
            String apiVersion,
            String type) {

        static Subject of(Event event) {
            var about = event.involvedObject();
            return new Subject(
                    event.source().component(),
                    event.source().host(),
                    about.kind(),
                    about.namespace(),
                    about.name(),
                    about.uid(),
                    about.apiVersion(),
                    event.type());
        }
    }

    static SimilarityKey of(Event event) {
        return new SimilarityKey(Subject.of(event), event.reason());
    }
}
