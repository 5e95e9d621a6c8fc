package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import dev.kcm.runtime.plan.Outcomes;
import java.util.List;

/// What the garbage collector's loop receives.
sealed interface GraphEvent {

    /// An object was added or changed.
    record Changed(Resource<?> resource, ObjectMeta metadata) implements GraphEvent {}

    record Deleted(Resource<?> resource, ObjectMeta metadata) implements GraphEvent {}

    record Listed(Resource<?> resource) implements GraphEvent {}

    /// @param isRegular because it is time, not because something was missing
    record DiscoveryDue(boolean isRegular) implements GraphEvent {}

    record Discovered(LiveAnswer<ServedKinds> served, boolean isRegular) implements GraphEvent {}

    /// An object is due to be examined again.
    record Due(String uid, long ticket) implements GraphEvent {}

    /// What the server says of an object and its owners.
    ///
    /// @param owners those that were read, in the order of the results after the first
    record OwnersRead(ObjectIdentity identity, List<OwnerReference> owners, List<LiveAnswer<ObjectMeta>> results)
            implements GraphEvent {}

    /// What the server says of an owner whose deletion waits, and of dependents to be freed.
    ///
    /// @param resources those of the dependents
    record DependentsRead(
            ObjectIdentity identity,
            List<ObjectIdentity> dependents,
            List<Resource<?>> resources,
            List<LiveAnswer<ObjectMeta>> results)
            implements GraphEvent {}

    /// A plan about an object was executed.
    ///
    /// @param owners its owners when it was made
    record Done(ObjectIdentity identity, List<OwnerReference> owners, Outcomes outcomes) implements GraphEvent {}

    /// A plan was executed that nothing depends on.
    record Reported() implements GraphEvent {}
}
