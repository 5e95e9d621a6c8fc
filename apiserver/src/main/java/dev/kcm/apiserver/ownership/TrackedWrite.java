package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.conversion.VersionConversion;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.FieldOwners;
import dev.kcm.model.KubeObject;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.ownership.FieldTracking;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One write as far as managed fields go: through which endpoint, by whom, and when.
///
/// @param target the resource in the version of the request, and the subresource
public record TrackedWrite(Target target, String manager, Instant now) {
    private static final String SCALE = "scale";

    public static TrackedWrite of(RequestUser caller, Target target, WriteOptions options, Instant now) {
        var name = options.fieldManager();
        var whole = target.withResource(VersionConversion.whole(target.resource()));
        return new TrackedWrite(whole, name.isEmpty() ? WriterName.ofCaller(caller) : name, now);
    }

    /// Who manages a new object, before admission changed it.
    ///
    /// @param given the entries in the request
    public FieldOwners created(KubeObject object, List<ManagedFieldsEntry> given) {
        var before = given.isEmpty() ? FieldOwners.NONE : GivenOwners.of(given, FieldOwners.NONE);
        return new DeferredOwners(this, before, Optional.empty(), object);
    }

    /// Who manages an object after an update, before admission changed it.
    ///
    /// @param present who managed it
    /// @param given the entries in the request, which count instead on the object itself
    public FieldOwners updated(
            FieldOwners present, KubeObject live, KubeObject wanted, List<ManagedFieldsEntry> given) {
        if (target.subresource().isEmpty() && !given.isEmpty()) {
            return given.equals(List.of(ManagedFieldsEntry.EMPTY))
                    ? FieldOwners.NONE
                    : new DeferredOwners(this, GivenOwners.of(given, present), Optional.of(live), wanted);
        }
        return present.equals(FieldOwners.NONE)
                ? FieldOwners.NONE
                : new DeferredOwners(this, present, Optional.of(live), wanted);
    }

    /// What keeps the fields of this write.
    FieldTracking tracking() {
        return new FieldTracking(
                endpoint(), manager, target.subresource().equals(SCALE) ? Optional.empty() : Optional.of(now));
    }

    private FieldTracking.Endpoint endpoint() {
        var resource = target.resource();
        var resetFields = ResetFields.of(resource, target.subresource());
        return new FieldTracking.Endpoint(
                new ObjectVersions(resource.kind()),
                resource.apiVersion(),
                target.subresource(),
                _ -> resetFields,
                () -> DeferredOwners.blank(resource));
    }
}
