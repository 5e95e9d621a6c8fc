package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.client.WriteResult;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonArray;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Propagation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// An API server as far as the garbage collector can see: objects with owners and finalizers,
/// deletion with its three manners, preconditions.
final class SimulatedServer {
    private static final Instant DELETED = Instant.parse("2026-06-01T12:00:00Z");

    record Path(Resource<?> resource, ObjectKey key) {}

    record Stored(Resource<?> resource, ObjectMeta metadata) {
        boolean isDeleting() {
            return metadata.deletionTimestamp().isPresent();
        }
    }

    /// @param now empty when it is gone
    record Changed(Resource<?> resource, ObjectMeta last, Optional<ObjectMeta> now) {}

    private final Map<Path, Stored> objects = new LinkedHashMap<>();
    private final Consumer<Changed> watchers;
    private int versions;
    private int uids;

    SimulatedServer(Consumer<Changed> watchers) {
        this.watchers = watchers;
    }

    Collection<Stored> objects() {
        return List.copyOf(objects.values());
    }

    Optional<ObjectMeta> find(Resource<?> resource, ObjectKey key) {
        return Optional.ofNullable(objects.get(new Path(resource, key))).map(Stored::metadata);
    }

    /// The object of this uid where a reference says it is.
    Optional<ObjectMeta> owner(OwnerReference reference, String namespace) {
        return objects.values().stream()
                .filter(it -> it.metadata().uid().equals(reference.uid()))
                .filter(it -> it.resource().kind().equals(reference.kind()))
                .filter(it -> it.metadata().name().equals(reference.name()))
                .filter(it -> it.metadata().namespace().isEmpty()
                        || it.metadata().namespace().equals(namespace))
                .map(Stored::metadata)
                .findFirst();
    }

    ObjectMeta create(Resource<?> resource, String namespace, String name, List<OwnerReference> owners) {
        var path = path(resource, namespace, name);
        if (objects.containsKey(path)) {
            return objects.get(path).metadata();
        }
        var metadata = ObjectMeta.builder()
                .namespace(path.key().namespace())
                .name(name)
                .uid("uid-" + ++uids)
                .resourceVersion(version())
                .ownerReferences(owners)
                .build();
        objects.put(path, new Stored(resource, metadata));
        watchers.accept(new Changed(resource, metadata, Optional.of(metadata)));
        return metadata;
    }

    void delete(Stored stored, Propagation propagation) {
        var finalizers = new ArrayList<>(stored.metadata().finalizers());
        finalizers.removeAll(List.of(Finalizers.ORPHAN, Finalizers.FOREGROUND));
        switch (propagation) {
            case ORPHAN -> finalizers.add(Finalizers.ORPHAN);
            case FOREGROUND -> finalizers.add(Finalizers.FOREGROUND);
            case BACKGROUND -> {}
        }
        write(
                stored,
                stored.metadata().toBuilder()
                        .finalizers(finalizers)
                        .deletionTimestamp(DELETED)
                        .build());
    }

    /// A change of something that does not matter here.
    void touch(Stored stored) {
        write(stored, stored.metadata());
    }

    void setFinalizers(Stored stored, List<String> finalizers) {
        write(stored, stored.metadata().withFinalizers(finalizers));
    }

    void setOwners(Stored stored, List<OwnerReference> owners) {
        write(stored, stored.metadata().withOwnerReferences(owners));
    }

    Outcome execute(Step step) {
        return switch (step) {
            case Step.RecordEvent event -> new Outcome.Recorded(event);
            case Step.ChangeDisk change -> throw new AssertionError("Unexpected: " + change.describe());
            case Step.CallCloud call -> throw new AssertionError("Unexpected: " + call.describe());
            case Step.Write write ->
                switch (write.operation()) {
                    case Operation.Delete delete -> delete(write, delete);
                    case Operation.Patch patch -> patch(write, patch);
                    default -> throw new IllegalStateException("Not for a garbage collector: " + write.describe());
                };
        };
    }

    private Outcome delete(Step step, Operation.Delete delete) {
        var stored = objects.get(new Path(step.resource(), step.key()));
        if (stored == null || !stored.metadata().uid().equals(delete.uid())) {
            return new Outcome.Moot(step, "not found");
        }
        var version = delete.resourceVersion();
        if (version.isPresent() && !version.get().equals(stored.metadata().resourceVersion())) {
            return refused(step, 409);
        }
        delete(stored, delete.propagation().orElse(Propagation.BACKGROUND));
        return applied(step, stored);
    }

    private Outcome patch(Step step, Operation.Patch operation) {
        var stored = objects.get(new Path(step.resource(), step.key()));
        if (stored == null) {
            return new Outcome.Moot(step, "not found");
        }
        var patch = object(((JsonObject) Json.parse(operation.patch().toByteArray()))
                .get("metadata")
                .orElseThrow());
        var isOther = isOther(patch.get("uid"), stored.metadata().uid())
                || isOther(patch.get("resourceVersion"), stored.metadata().resourceVersion());
        if (isOther) {
            return refused(step, 409);
        }
        if (operation.type() == PatchType.STRATEGIC && !step.resource().group().isEmpty()) {
            return refused(step, 415);
        }
        write(stored, patched(stored.metadata(), patch, operation.type()));
        return applied(step, stored);
    }

    private static ObjectMeta patched(ObjectMeta metadata, JsonObject patch, PatchType type) {
        var changed = metadata.toBuilder();
        patch.get("finalizers").ifPresent(list -> changed.finalizers(texts(list)));
        patch.get("ownerReferences")
                .ifPresent(list -> changed.ownerReferences(
                        type == PatchType.MERGE ? references(list) : merged(metadata.ownerReferences(), list)));
        return changed.build();
    }

    private static List<OwnerReference> merged(List<OwnerReference> before, Json changes) {
        var merged = new ArrayList<>(before);
        for (var change : items(changes)) {
            var uid = object(change).get("uid").orElseThrow().toString().replace("\"", "");
            merged.removeIf(reference -> reference.uid().equals(uid));
            if (!object(change).has("$patch")) {
                merged.add(reference(change));
            }
        }
        return merged;
    }

    private void write(Stored stored, ObjectMeta metadata) {
        var path = new Path(stored.resource(), key(metadata));
        var changed = metadata.toBuilder().resourceVersion(version()).build();
        if (changed.deletionTimestamp().isPresent() && changed.finalizers().isEmpty()) {
            objects.remove(path);
            watchers.accept(new Changed(stored.resource(), changed, Optional.empty()));
        } else {
            objects.put(path, new Stored(stored.resource(), changed));
            watchers.accept(new Changed(stored.resource(), changed, Optional.of(changed)));
        }
    }

    private String version() {
        return Integer.toString(++versions);
    }

    static Path path(Resource<?> resource, String namespace, String name) {
        return new Path(resource, new ObjectKey(resource.isNamespaced() ? namespace : "", name));
    }

    private static ObjectKey key(ObjectMeta metadata) {
        return new ObjectKey(metadata.namespace(), metadata.name());
    }

    private static Outcome applied(Step step, Stored stored) {
        return new Outcome.Applied(
                step,
                new WriteResult(
                        key(stored.metadata()),
                        stored.metadata().uid(),
                        stored.metadata().resourceVersion()));
    }

    static Outcome refused(Step step, int code) {
        return new Outcome.Refused(step, failure(code));
    }

    static ApiFailure failure(int code) {
        return ApiFailure.of(Status.builder().code(code).message("code " + code).build());
    }

    private static boolean isOther(Optional<Json> wanted, String actual) {
        return wanted.filter(text -> !text.toString().equals("\"" + actual + "\""))
                .isPresent();
    }

    private static JsonObject object(Json json) {
        return (JsonObject) json;
    }

    private static List<Json> items(Json json) {
        return json instanceof JsonArray array ? array.items() : List.of();
    }

    private static List<String> texts(Json json) {
        return items(json).stream()
                .map(text -> text.toString().replace("\"", ""))
                .toList();
    }

    private static List<OwnerReference> references(Json json) {
        return items(json).stream().map(SimulatedServer::reference).toList();
    }

    private static OwnerReference reference(Json json) {
        return OwnerReference.decode(
                dev.kcm.model.json.JsonReader.of(json.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
}
