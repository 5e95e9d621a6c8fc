package dev.kcm.controllers.storage.claimprotection;

import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.cache.ResourceVersions;
import dev.kcm.runtime.controller.LiveReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The pods of a namespace with claims, as the server had them at one moment.
///
/// @param revision that moment
record ListedPods(Map<ObjectKey, List<LeanPod>> byClaim, long revision) {
    /// For how long a list serves other claims of the namespace. What it shows of a pod that is gone by then holds a
    /// claim up for no longer than that.
    static final Duration SHARED_FOR = Duration.ofSeconds(1);

    /// The pods with this claim at a moment when it was deleted already. One list serves all claims of a namespace
    /// that were deleted before it was made: those that are deleted meanwhile share the next one.
    static List<LeanPod> with(KubeObject claim, LiveReads live) {
        var shared = list(claim.namespace(), SHARED_FOR, live);
        var listed = shared.isAsNewAs(claim) ? shared : list(claim.namespace(), Duration.ZERO, live);
        return listed.byClaim().getOrDefault(claim.key(), List.of());
    }

    private static ListedPods list(String namespace, Duration maxAge, LiveReads live) {
        return live.list(LeanPod.PODS, namespace, "", maxAge, ListedPods::of).content();
    }

    static ListedPods of(List<LeanPod> pods, String resourceVersion) {
        var byClaim = new HashMap<ObjectKey, List<LeanPod>>();
        for (var pod : pods) {
            for (var claim : PodVolumeClaims.of(pod)) {
                byClaim.computeIfAbsent(claim, _ -> new ArrayList<>()).add(pod);
            }
        }
        return new ListedPods(byClaim, ResourceVersions.of(resourceVersion));
    }

    /// Versions that cannot be compared are never new enough.
    private boolean isAsNewAs(KubeObject object) {
        long version = ResourceVersions.of(object.resourceVersion());
        return version != ResourceVersions.UNKNOWN && revision >= version;
    }
}
