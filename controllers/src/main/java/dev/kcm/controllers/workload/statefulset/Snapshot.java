package dev.kcm.controllers.workload.statefulset;

import dev.kcm.controllers.shared.ownership.Claims;
import dev.kcm.controllers.shared.revisions.RevisionHistory;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.lean.LeanPod;
import java.time.Instant;
import java.util.List;

/// What a sync of a set decides by.
///
/// @param adoptedRevisions revisions to adopt
/// @param podClaims pods to adopt and to release; while there are any, or revisions to adopt, nothing else is decided
/// @param pods those it controls, by ordinal
/// @param misnamed those it controls whose names it would write otherwise
/// @param claims the volume claims of its ordinals
/// @param countsUnavailable whether an update may have several pods unavailable, by a feature gate
record Snapshot(
        StatefulSet set,
        Claims<ControllerRevision> adoptedRevisions,
        Claims<LeanPod> podClaims,
        RevisionHistory history,
        SetRevisions revisions,
        OrdinalTree<LeanPod, PodKind> pods,
        List<LeanPod> misnamed,
        OwnClaims claims,
        boolean countsUnavailable,
        Instant now) {

    Snapshot {
        misnamed = List.copyOf(misnamed);
    }

    SetSettings settings() {
        return new SetSettings(set);
    }

    ClaimRetention retention() {
        return ClaimRetention.of(set);
    }

    boolean isClaiming() {
        return !adoptedRevisions.isNothing() || !podClaims.isNothing();
    }

    /// Pods that became ready later than this are not available yet.
    Instant availableSince() {
        var minReady = settings().minReady();
        return minReady.isZero() ? Instant.MAX : now.minus(minReady);
    }

    /// Passes pods that are available and stay so.
    OrdinalTree.Check<PodKind> available() {
        return new OrdinalTree.Check<>(kind -> kind.isReady() && !kind.isDeleting(), availableSince());
    }

    /// How many pods of the wanted ordinals are missing, not available, or going.
    int unavailable() {
        return pods.allLackingOrNot(settings().start(), settings().end(), available())
                .size();
    }
}
