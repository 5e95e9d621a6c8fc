package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.ownership.ManagedFields.Owned;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a write means for the fields of managers. One object of it serves one write: it keeps the objects in the
/// versions that the managers speak.
final class Ownership {
    private final Versions versions;
    private final String apiVersion;
    private final FieldType type;
    private final Function<String, FieldSet> resetFields;

    /// @param apiVersion of the request and of all objects
    /// @param resetFields the fields that cannot be written this way, in a version
    Ownership(Versions versions, String apiVersion, FieldType type, Function<String, FieldSet> resetFields) {
        this.versions = versions;
        this.apiVersion = apiVersion;
        this.type = type;
        this.resetFields = resetFields;
    }

    /// What an object became, and who manages it.
    record Result(Json object, ManagedFields managers) {}

    /// What others have left after an update, and what the writer changed.
    record Updated(ManagedFields others, FieldSet written) {}

    Updated update(Json before, Json after, ManagedFields managers) {
        var present = inTodaysSchema(managers);
        var changes = changes(before, after, apiVersion).orElseThrow();
        var losses = losses(before, after, present, Optional.empty());
        return new Updated(losses.left(present), changes.written());
    }

    /// @throws ConflictException if others manage what changes, unless it is forced
    Result apply(Json live, Json body, ManagedFields managers, FieldManager applier, boolean isForced) {
        var present = inTodaysSchema(managers);
        var merged = Merge.of(live, body, type);
        var applied = withoutReset(PresentFields.of(body, type), apiVersion);
        var last = present.of(applier);
        var claimed = present.with(applier, new Owned(applied, apiVersion, last.flatMap(Owned::time)));
        var pruned = last.filter(it -> !it.fields().isEmpty())
                .map(it -> new Pruning(versions, merged, apiVersion, it)
                        .of(claimed.owners().values()))
                .orElse(merged);
        var losses = losses(live, pruned, claimed, Optional.of(applier));
        if (!isForced && !losses.conflicts().isEmpty()) {
            throw new ConflictException(losses.listed());
        }
        return new Result(pruned, losses.left(claimed));
    }

    private ManagedFields inTodaysSchema(ManagedFields managers) {
        var owners = new LinkedHashMap<FieldManager, Owned>();
        managers.owners()
                .forEach((manager, owned) -> versions.type(owned.apiVersion())
                        .ifPresent(it -> owners.put(manager, owned.with(SchemaChanges.applied(owned.fields(), it)))));
        return new ManagedFields(owners);
    }

    private FieldSet withoutReset(FieldSet fields, String version) {
        return fields.without(resetFields.apply(version));
    }

    /// What others lose: what changed of theirs, which is a conflict for an apply, and what is gone.
    private record Losses(Map<FieldManager, FieldSet> conflicts, Map<FieldManager, FieldSet> removals) {
        ManagedFields left(ManagedFields managers) {
            var left = managers;
            for (var conflict : conflicts.entrySet()) {
                left = left.withFields(conflict.getKey(), fields -> fields.difference(conflict.getValue()));
            }
            for (var removal : removals.entrySet()) {
                left = left.withFields(removal.getKey(), fields -> fields.difference(removal.getValue()));
            }
            return left;
        }

        List<Conflict> listed() {
            var listed = new ArrayList<Conflict>();
            conflicts.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(it -> it.getValue().forEach(path -> listed.add(new Conflict(it.getKey(), path))));
            return listed;
        }
    }

    private Losses losses(Json before, Json after, ManagedFields managers, Optional<FieldManager> writer) {
        var conflicts = new LinkedHashMap<FieldManager, FieldSet>();
        var removals = new LinkedHashMap<FieldManager, FieldSet>();
        var compared = new HashMap<String, Optional<Comparison>>();
        managers.owners().forEach((manager, owned) -> {
            if (writer.filter(manager::equals).isPresent()) {
                return;
            }
            compared.computeIfAbsent(owned.apiVersion(), version -> changes(before, after, version))
                    .ifPresent(changes -> {
                        var touched = owned.fields().intersection(changes.written());
                        if (!touched.isEmpty()) {
                            conflicts.put(manager, touched);
                        }
                        if (!changes.removed().isEmpty()) {
                            removals.put(manager, changes.removed());
                        }
                    });
        });
        return new Losses(conflicts, removals);
    }

    /// The changes in the eyes of a version; empty if there is no such version any more.
    private Optional<Comparison> changes(Json before, Json after, String version) {
        return versions.type(version)
                .map(it -> Comparison.of(inVersion(before, version), inVersion(after, version), it)
                        .mapped(fields -> withoutReset(fields, version)));
    }

    private Json inVersion(Json object, String version) {
        return version.equals(apiVersion) ? object : versions.converted(object, apiVersion, version);
    }
}
