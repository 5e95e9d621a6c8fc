package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.base.log.Log;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.ownership.ManagedFields;
import dev.kcm.model.ownership.SchemaMismatchException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The managers after a write, worked out when somebody asks for them. Until then it holds what that takes: the
/// objects before and after and who managed the one before, which may be such a promise, too. Not more than a few in
/// a row: the next write then works them out. Several threads may do so at once, with equal results.
final class DeferredOwners implements FieldOwners {
    private static final Log LOG = Log.of(DeferredOwners.class);
    private static final int MOST_IN_A_ROW = 8;

    private record Pending(
            TrackedWrite write, FieldOwners before, Optional<KubeObject> live, KubeObject wanted, int depth) {}

    private volatile @Nullable Pending pending;
    private volatile @Nullable List<ManagedFieldsEntry> entries;

    DeferredOwners(TrackedWrite write, FieldOwners before, Optional<KubeObject> live, KubeObject wanted) {
        int depth = before instanceof DeferredOwners deferred ? deferred.depth() + 1 : 1;
        if (depth > MOST_IN_A_ROW) {
            before.entries();
            depth = 1;
        }
        this.pending = new Pending(write, before, live, wanted, depth);
    }

    private int depth() {
        var open = pending;
        return open == null ? 0 : open.depth();
    }

    @Override
    public List<ManagedFieldsEntry> entries() {
        var open = pending;
        var known = entries;
        if (known == null) {
            if (open == null) {
                throw new IllegalStateException("neither pending nor known");
            }
            known = PooledFields.shared(computed(open).entries());
            entries = known;
            pending = null;
        }
        return known;
    }

    /// Without the detour by entries, which nobody has asked for.
    private ManagedFields managers() {
        var open = pending;
        var known = entries;
        if (known != null || open == null) {
            return parsed(known == null ? entries() : known);
        }
        return computed(open);
    }

    private static ManagedFields computed(Pending open) {
        var resource = open.write().target().resource();
        var before = open.before() instanceof DeferredOwners deferred
                ? deferred.managers()
                : parsed(open.before().entries());
        var manager = open.write().tracking();
        try {
            if (open.live().isEmpty()) {
                return manager.updatedTyped(blank(resource), tree(open.wanted(), resource), before);
            }
            var difference = Difference.of(open.live().get(), open.wanted(), resource);
            return manager.updatedTyped(tree(difference.live(), resource), tree(difference.wanted(), resource), before);
        } catch (SchemaMismatchException mismatch) {
            LOG.error(
                    mismatch,
                    "Failed to update managedFields",
                    "object",
                    open.wanted().key());
            return ManagedFields.NONE;
        }
    }

    private static ManagedFields parsed(List<ManagedFieldsEntry> entries) {
        return ManagedFields.of(entries).orElse(ManagedFields.NONE);
    }

    static JsonObject tree(KubeObject object, Resource<?> resource) {
        return ObjectVersions.tree(VersionConversion.converted(object, resource));
    }

    /// An object with nothing in it but what its type always has.
    static JsonObject blank(Resource<?> resource) {
        return ObjectVersions.tree(resource.decodeJson(new byte[] {'{', '}'}));
    }
}
