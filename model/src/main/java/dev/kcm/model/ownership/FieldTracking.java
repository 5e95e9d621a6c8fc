package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.ownership.ManagedFields.Owned;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Keeps the managed fields of objects through the writes of one request. All objects are in the version of the
/// request and without managed fields of their own.
public final class FieldTracking {
    /// Takes the fields of an object that was never tracked, when it is first applied to.
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    /// Never recorded: what identifies an object, and what only the server writes.
    private static final FieldSet UNTRACKED = FieldSet.ofField("apiVersion")
            .union(FieldSet.ofField("kind"))
            .union(FieldSet.ofField("metadata"))
            .union(FieldSet.ofField("metadata", "name"))
            .union(FieldSet.ofField("metadata", "namespace"))
            .union(FieldSet.ofField("metadata", "creationTimestamp"))
            .union(FieldSet.ofField("metadata", "selfLink"))
            .union(FieldSet.ofField("metadata", "uid"))
            .union(FieldSet.ofField("metadata", "clusterName"))
            .union(FieldSet.ofField("metadata", "generation"))
            .union(FieldSet.ofField("metadata", "managedFields"))
            .union(FieldSet.ofField("metadata", "resourceVersion"));

    /// What is known of a request.
    ///
    /// @param subresource empty for the object itself
    /// @param resetFields the fields that cannot be written through this endpoint, in a version
    /// @param blank an object of the kind with nothing in it but what its type always has
    public record Endpoint(
            Versions versions,
            String apiVersion,
            String subresource,
            Function<String, FieldSet> resetFields,
            Supplier<JsonObject> blank) {
        FieldType type() {
            return versions.type(apiVersion)
                    .orElseThrow(() -> new SchemaMismatchException("no corresponding type for " + apiVersion));
        }
    }

    /// @param object as it should be now
    /// @param isChanged whether that is another than before
    public record Applied(Json object, boolean isChanged, ManagedFields managers) {}

    private final Endpoint endpoint;
    private final String name;
    private final Optional<Instant> now;

    /// @param name of who writes; empty if nobody said
    /// @param now none for an endpoint that leaves times as they are
    public FieldTracking(Endpoint endpoint, String name, Optional<Instant> now) {
        this.endpoint = endpoint;
        this.name = name.isEmpty() ? "unknown" : name;
        this.now = now;
    }

    /// Who manages an object after a write that is no apply. An object that exists untracked stays so.
    ///
    /// @throws SchemaMismatchException if one of the objects is not of its type
    public ManagedFields updated(Json live, Json wanted, ManagedFields managers) {
        TypeCheck.require(wanted, endpoint.type());
        TypeCheck.require(live, endpoint.type());
        return updatedTyped(live, wanted, managers);
    }

    /// The same for objects that are of their types for certain.
    public ManagedFields updatedTyped(Json live, Json wanted, ManagedFields managers) {
        var exists =
                live.textAt("metadata", "uid").filter(uid -> !uid.isEmpty()).isPresent();
        return managers.isEmpty() && exists ? managers : tracked(live, wanted, managers, name);
    }

    private ManagedFields tracked(Json live, Json wanted, ManagedFields managers, String writer) {
        var type = endpoint.type();
        var updated = ownership(type).update(live, wanted, managers);
        var written = updated.written().difference(UNTRACKED);
        if (written.isEmpty()) {
            return ManagerLimit.applied(updated.others());
        }
        var manager = FieldManager.updater(writer, endpoint.apiVersion(), endpoint.subresource());
        var previous = updated.others().of(manager);
        var fields = written.union(previous.map(Owned::fields).orElse(FieldSet.EMPTY));
        var time = now.or(() -> previous.flatMap(Owned::time));
        return ManagerLimit.applied(updated.others().with(manager, new Owned(fields, endpoint.apiVersion(), time)));
    }

    /// Applies a body to an object.
    ///
    /// @throws ConflictException if others manage what changes, unless it is forced
    /// @throws SchemaMismatchException if the body or the object is not of its type, in upstream's words
    public Applied applied(Json live, JsonObject body, ManagedFields managers, boolean isForced) {
        var known = managers.isEmpty() ? tracked(endpoint.blank().get(), live, managers, BEFORE_FIRST_APPLY) : managers;
        var handOver = new ClientSideApply(endpoint, name);
        Applied applied;
        try {
            applied = merged(live, body, known, isForced);
        } catch (ConflictException conflict) {
            handOver.requireAllowed(conflict, live);
            applied = merged(live, body, known, true);
        }
        return new Applied(handOver.withAnnotation(applied.object(), body), applied.isChanged(), applied.managers());
    }

    private Applied merged(Json live, JsonObject body, ManagedFields managers, boolean isForced) {
        var type = endpoint.type();
        requireTyped("patch", body, () -> TypeCheck.requireDistinct(body, type));
        requireTyped("live", live, () -> TypeCheck.require(live, type));
        var applier = FieldManager.applier(name, endpoint.subresource());
        var result = ownership(type).apply(live, body, managers, applier, isForced);
        var isChanged = !JsonValues.equal(live, result.object());
        var left = result.managers().withFields(applier, fields -> fields.difference(UNTRACKED));
        var managed = left.of(applier)
                .filter(_ -> isChanged)
                .map(owned -> left.with(applier, owned.at(now.or(owned::time))))
                .orElse(left);
        return new Applied(result.object(), isChanged, managed);
    }

    private static void requireTyped(String what, Json object, Runnable check) {
        try {
            check.run();
        } catch (SchemaMismatchException mismatch) {
            throw new SchemaMismatchException("failed to create typed %s object (%s/%s; %s, Kind=%s): %s"
                    .formatted(
                            what,
                            object.textAt("metadata", "namespace").orElse(""),
                            object.textAt("metadata", "name").orElse(""),
                            groupVersion(object.textAt("apiVersion").orElse("")),
                            object.textAt("kind").orElse(""),
                            mismatch.getMessage()));
        }
    }

    private static String groupVersion(String apiVersion) {
        return apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
    }

    private Ownership ownership(FieldType type) {
        return new Ownership(endpoint.versions(), endpoint.apiVersion(), type, endpoint.resetFields());
    }
}
