package dev.kcm.controllers.shared.ownership;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Which objects an owner should take under its control and which to let go.
///
/// @param ownerUid whose reference a released object loses
/// @param finalizers which adopted objects get and released ones lose along with the reference
public record Claims<T extends KubeObject>(
        Resource<T> resource, String ownerUid, List<T> adopt, List<T> release, List<String> finalizers) {

    private static final Duration MOOT_CLAIM_RETRY = Duration.ofMillis(100);

    public Claims(Resource<T> resource, String ownerUid, List<T> adopt, List<T> release) {
        this(resource, ownerUid, adopt, release, List.of());
    }

    public Claims<T> holding(String finalizer) {
        return new Claims<>(resource, ownerUid, adopt, release, List.of(finalizer));
    }

    public static <T extends KubeObject> Claims<T> none(Resource<T> resource, KubeObject owner) {
        return new Claims<>(resource, owner.uid(), List.of(), List.of());
    }

    /// Before any is adopted the server must be asked whether it still has the owner, not being deleted: the cache may
    /// be behind, and adopting for an owner that is gone would have the object collected.
    ///
    /// @param own objects controlled by `owner`; may be left empty when all are known to match
    /// @param orphans objects of its namespace without a controller
    public static <T extends KubeObject> Claims<T> wanted(
            Resource<T> resource, KubeObject owner, Selector selector, List<T> own, List<T> orphans) {
        if (owner.isDeleting()) {
            return none(resource, owner);
        }
        var release = own.stream()
                .filter(object -> !selector.matches(object.labels()))
                .toList();
        var wanted = orphans.stream()
                .filter(object -> !object.isDeleting() && selector.matches(object.labels()))
                .toList();
        return new Claims<>(resource, owner.uid(), wanted, release);
    }

    /// The same without adoptions for an owner that the server does not have any more.
    ///
    /// @param stillThere asked only when there is something to adopt
    public static <T extends KubeObject> Claims<T> of(
            Resource<T> resource,
            KubeObject owner,
            Selector selector,
            List<T> own,
            List<T> orphans,
            BooleanSupplier stillThere) {
        var claims = wanted(resource, owner, selector, own, orphans);
        return claims.adopt().isEmpty() || stillThere.getAsBoolean()
                ? claims
                : new Claims<>(resource, owner.uid(), List.of(), claims.release());
    }

    public boolean isNothing() {
        return adopt.isEmpty() && release.isEmpty();
    }

    public Plan plan(OwnerReference reference) {
        return Plan.together(
                "adopts %d and releases %d %s".formatted(adopt.size(), release.size(), resource.plural()),
                Stream.concat(
                                adopt.stream().map(object -> amend(object, adoption(object, reference))),
                                release.stream()
                                        .map(object ->
                                                amend(object, release(object)).mootWhen(ApiFailure.Invalid.class)))
                        .toList());
    }

    /// For a sync that claims and does nothing else, since what it has depends on what becomes of its claims: the next
    /// one reads that from the caches. Claims that came too late change nothing there that would wake it.
    public Plan awaited(Outcomes writes) {
        boolean isAnyMoot = writes.all().stream().anyMatch(Outcome.Moot.class::isInstance);
        return Plan.nothing("goes on when the caches show its claims")
                .wakingIn(isAnyMoot ? Optional.of(MOOT_CLAIM_RETRY) : Optional.empty());
    }

    private Step.Write amend(T object, Json patch) {
        return Step.patch(resource, object.key(), PatchType.STRATEGIC, patch);
    }

    /// The uid makes the patch fail on another object of the same name.
    private Json adoption(T object, OwnerReference reference) {
        return ofOwners(object, Json.parse(reference.toString()), "finalizers");
    }

    /// Refused as invalid when the object has no owner any more, or is another of the same name.
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
