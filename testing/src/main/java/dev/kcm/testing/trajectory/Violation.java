package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import java.time.Instant;

/// A promise that was broken for a moment at least.
///
/// @param invariant the name of the promise
/// @param object kind and name of the object it was broken for
/// @param sentence what was seen
public record Violation(String invariant, String object, String sentence, long resourceVersion, Instant at) {
    static Violation of(String invariant, KubeObject object, String sentence, ObservedChange change) {
        var name = object.resource().kind() + " " + object.name();
        return new Violation(invariant, name, sentence, change.resourceVersion(), change.at());
    }

    @Override
    public String toString() {
        return "%s: %s: %s (at %s, resourceVersion %d)".formatted(invariant, object, sentence, at, resourceVersion);
    }
}
