package dev.kcm.controllers.workload.podgroupprotection;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.controllers.shared.protection.Protection;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.scheduling.v1alpha2.PodGroup;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Takes the finalizer from PodGroups that are deleted, once no pod of theirs may run. The API server adds it when a
/// PodGroup is created; nobody adds it later. Stateless.
public final class PodGroupProtectionController implements Reconciler<PodGroupProtectionController.Snapshot> {
    static final String NAME = "podgroup-protection-controller";
    static final Protection PROTECTION = new Protection("scheduling.k8s.io/podgroup-protection");

    /// Pods that may run, by the key of their group.
    private static final Index<LeanPod> ACTIVE_PODS = new Index<>(
            LeanPod.PODS,
            "active pods by group",
            pod -> PodState.isFinished(pod)
                    ? List.of()
                    : group(pod).map(List::of).orElse(List.of()));

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .queue("podgroupprotection")
            .reconciles(PROTECTION.watchKept(PodGroup.POD_GROUPS))
            .watches(pods())
            .indexes(ACTIVE_PODS)
            .writes("update podgroups")
            .builtBy(_ -> new PodGroupProtectionController());

    /// @param active how many of its pods may run
    /// @param one the name of one of them
    record Snapshot(PodGroup group, int active, Optional<String> one) {}

    /// The group of a pod that may not run any more.
    private static WatchMapping<LeanPod> pods() {
        return new WatchMapping<>(LeanPod.PODS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Deleted<LeanPod> || PodState.isFinished(change.object())) {
                group(change.object()).ifPresent(into);
            }
        });
    }

    private static Optional<ObjectKey> group(LeanPod pod) {
        return pod.spec()
                .schedulingGroup()
                .flatMap(group -> group.podGroupName())
                .map(name -> ObjectKey.of(pod.namespace(), name));
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(PodGroup.POD_GROUPS, key);
        if (found.isEmpty()) {
            return new Observation.Gone<>();
        }
        var pods = caches.of(LeanPod.PODS).byIndex(ACTIVE_PODS, key);
        var one = pods.stream().map(LeanPod::name).min(String::compareTo);
        return new Observation.Observed<>(new Snapshot(found.get(), pods.size(), one));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var group = snapshot.group();
        if (!PROTECTION.keeps(group)) {
            return Plan.nothing("it does not wait for this controller");
        }
        if (snapshot.active() > 0) {
            return Plan.nothing("it stays while %d of its pods may run, such as %s"
                    .formatted(snapshot.active(), snapshot.one().orElseThrow()));
        }
        return Plan.of("none of its pods may run any more", PROTECTION.remove(group));
    }
}
