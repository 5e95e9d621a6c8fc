package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonException;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Hands objects over that kubectl applied client-side: what its annotation says it applied and is still so counts as
/// its own, and the annotation is kept up to date. For the manager `kubectl` alone.
record ClientSideApply(FieldTracking.Endpoint endpoint, String manager) {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final int MOST_ANNOTATION_BYTES = 256 << 10;

    private boolean isKubectl() {
        return manager.equals("kubectl");
    }

    /// Returns if the apply may be forced.
    ///
    /// @throws ConflictException if some conflicts remain
    void requireAllowed(ConflictException conflict, Json live) {
        if (!isKubectl()) {
            throw conflict;
        }
        FieldSet allowed;
        try {
            allowed = stillAsApplied(live);
        } catch (SchemaMismatchException | JsonException _) {
            throw conflict;
        }
        var remaining = conflict.conflicts().stream()
                .filter(it -> !allowed.has(it.path()))
                .toList();
        if (!remaining.isEmpty()) {
            throw new ConflictException(remaining);
        }
    }

    /// The fields of the last applied configuration that the object still has.
    private FieldSet stillAsApplied(Json live) {
        var text = live.textAt("metadata", "annotations", ANNOTATION).orElse("");
        if (text.isEmpty()) {
            throw new SchemaMismatchException("no last applied annotation");
        }
        var applied = Json.parse(text);
        if (!applied.textAt("apiVersion").orElse("").equals(endpoint.apiVersion())) {
            throw new SchemaMismatchException("the last applied annotation is of another version");
        }
        var type = endpoint.type();
        TypeCheck.requireDistinct(live, type);
        TypeCheck.requireDistinct(applied, type);
        var changes = Comparison.of(applied, live, type);
        return PresentFields.of(applied, type).difference(changes.written()).difference(changes.removed());
    }

    /// The object with the body in its annotation, if it has one; without it if it would be too large.
    Json withAnnotation(Json object, JsonObject body) {
        var path = List.of("metadata", "annotations", ANNOTATION);
        var isAnnotated = !object.textAt(path.toArray(String[]::new)).orElse("").isEmpty();
        if (!isKubectl() || !isAnnotated || !(object instanceof JsonObject members)) {
            return object;
        }
        var applied = body.withoutAt(path.toArray(String[]::new)).sorted().toText() + "\n";
        var annotated = members.withAt(path, Json.of(applied));
        return annotationBytes(annotated) > MOST_ANNOTATION_BYTES
                ? members.withoutAt(path.toArray(String[]::new))
                : annotated;
    }

    private static long annotationBytes(JsonObject object) {
        return object.objectAt("metadata", "annotations").asMap().entrySet().stream()
                .mapToLong(it -> bytes(it.getKey()) + (it.getValue() instanceof JsonText(var text) ? bytes(text) : 0))
                .sum();
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
