package dev.kcm.controllers.shared.ownership;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Which objects an owner should take under its control and which to let go.
///
/// @param ownerUid whose reference a released object loses
/// @param finalizers which adopted objects get and released ones lose along with the reference
public record Claims<T extends KubeObject>(
        Resource<T> resource, String ownerUid, List<T> adopt, List<T> release, List<String> finalizers) {

    public Claims(Resource<T> resource, String ownerUid, List<T> adopt, List<T> release) {
        this(resource, ownerUid, adopt, release, List.of());
    }

    public Claims<T> holding(String finalizer) {
        return new Claims<>(resource, ownerUid, adopt, release, List.of(finalizer));
    }

    /// @param own objects controlled by `owner`; may be left empty when all are known to match
    /// @param orphans objects of its namespace without a controller
    /// @param stillThere asked only when there is something to adopt: whether the server still has
    ///   the owner, not being deleted. The cache may be behind, and adopting for an owner that is
    ///   gone would have the object collected.
    public static <T extends KubeObject> Claims<T> of(
            Resource<T> resource,
            KubeObject owner,
            Selector selector,
            List<T> own,
            List<T> orphans,
            BooleanSupplier stillThere) {
        if (owner.isDeleting()) {
            return new Claims<>(resource, owner.uid(), List.of(), List.of());
        }
        var release = own.stream()
                .filter(object -> !selector.matches(object.labels()))
                .toList();
        var wanted = orphans.stream()
                .filter(object -> !object.isDeleting() && selector.matches(object.labels()))
                .toList();
        return new Claims<>(
                resource, owner.uid(), wanted.isEmpty() || !stillThere.getAsBoolean() ? List.of() : wanted, release);
    }

    public Plan plan(OwnerReference reference) {
        return Plan.together(
                "adopts %d and releases %d %s".formatted(adopt.size(), release.size(), resource.plural()),
                Stream.concat(
                                adopt.stream().map(object -> amend(object, adoption(object, reference))),
                                release.stream().map(object -> amend(object, release(object))))
                        .toList());
    }

    private Step amend(T object, Json patch) {
        return Step.patch(resource, object.key(), PatchType.STRATEGIC, patch);
    }

    /// The uid makes the patch fail on another object of the same name.
    private Json adoption(T object, OwnerReference reference) {
        return ofOwners(object, Json.parse(reference.toString()), "finalizers");
    }

    private Json release(T object) {
        return ofOwners(
                object,
                Json.object().with("$patch", "delete").with("uid", ownerUid),
                "$deleteFromPrimitiveList/finalizers");
    }

    private Json ofOwners(T object, Json owner, String finalizersMember) {
        var metadata = Json.object().with("uid", object.uid()).with("ownerReferences", Json.array(owner));
        return Json.object(
                "metadata",
                finalizers.isEmpty()
                        ? metadata
                        : metadata.with(
                                finalizersMember,
                                Json.array(finalizers.stream().map(Json::of).toList())));
    }
}
