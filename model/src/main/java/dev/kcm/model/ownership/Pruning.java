package dev.kcm.model.ownership;

import dev.kcm.model.json.Json;
import dev.kcm.model.ownership.ManagedFields.Owned;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;

/// Takes out of a merged object what its applier applied last time and does not apply any more, unless somebody owns
/// it.
///
/// @param merged in the version of the request
/// @param last what the applier applied last time, in the version of that time
record Pruning(Versions versions, Json merged, String apiVersion, Owned last) {
    /// An object in one version with the type of that version.
    private record Typed(Json object, String version, FieldType type) {
        FieldSet fields() {
            return named(PresentFields.of(object, type));
        }

        FieldSet named(FieldSet fields) {
            return fields.withNamedFields(Optional.of(type));
        }

        Typed without(FieldSet fields) {
            return new Typed(Removal.of(object, fields, type), version, type);
        }
    }

    /// @param owned what everybody has now, the applier included
    Json of(Collection<Owned> owned) {
        var start = typed(merged, apiVersion, last.apiVersion());
        if (start.isEmpty()) {
            return merged;
        }
        var whole = start.get();
        var pruned = whole.without(whole.named(last.fields()));
        var byVersion = new TreeMap<String, FieldSet>();
        owned.forEach(it -> byVersion.merge(it.apiVersion(), it.fields(), FieldSet::union));
        var sameVersion = byVersion.remove(whole.version());
        var kept = sameVersion == null ? pruned : withOwned(whole, pruned, sameVersion);
        for (var others : byVersion.entrySet()) {
            var there = typed(whole.object(), whole.version(), others.getKey());
            var prunedThere = typed(kept.object(), kept.version(), others.getKey());
            if (there.isPresent() && prunedThere.isPresent()) {
                kept = withOwned(there.get(), prunedThere.get(), others.getValue());
            }
        }
        return inVersion(onlyLast(whole, kept), whole.version(), apiVersion);
    }

    /// The pruned object with what somebody owns put back.
    private static Typed withOwned(Typed whole, Typed pruned, FieldSet owned) {
        var staying =
                whole.named(PresentFields.of(pruned.object(), whole.type())).union(whole.named(owned));
        return whole.without(whole.fields().difference(staying));
    }

    /// The whole object without what was pruned, as far as the applier had it last time: what nobody owns stays.
    private Json onlyLast(Typed whole, Typed pruned) {
        var there = inVersion(pruned.object(), pruned.version(), whole.version());
        var gone = whole.fields().difference(whole.named(PresentFields.of(there, whole.type())));
        return whole.without(gone.intersection(whole.named(last.fields()))).object();
    }

    private Optional<Typed> typed(Json object, String from, String to) {
        return versions.type(to).map(type -> new Typed(inVersion(object, from, to), to, type));
    }

    private Json inVersion(Json object, String from, String to) {
        return from.equals(to) ? object : versions.converted(object, from, to);
    }
}
