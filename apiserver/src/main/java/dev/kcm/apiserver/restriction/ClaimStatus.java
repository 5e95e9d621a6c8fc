package dev.kcm.apiserver.restriction;

import dev.kcm.base.text.UnifiedDiff;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.json.Json;
import java.util.List;
import java.util.Map;

/// What a node may write into a claim: how far the growth of its volume has come, and nothing else.
final class ClaimStatus {
    private ClaimStatus() {}

    static void check(NodeRequest request) {
        if (!request.target().subresource().equals("status")) {
            throw request.denied("may only update PVC status");
        }
        if (!(request.current() instanceof PersistentVolumeClaim stored
                && request.wanted() instanceof PersistentVolumeClaim wanted)) {
            throw request.deniedOperation();
        }
        var before = withoutProgress(stored);
        var after = withoutProgress(wanted);
        if (!after.equals(before)) {
            throw request.denied(
                    "node \"%s\" is not allowed to update fields other than status.quantity and status.conditions: %s"
                            .formatted(request.node(), UnifiedDiff.of(lines(before), lines(after))));
        }
    }

    private static PersistentVolumeClaim withoutProgress(PersistentVolumeClaim claim) {
        return claim.withStatus(status -> status.capacity(Map.of())
                        .conditions(List.of())
                        .allocatedResourceStatuses(Map.of())
                        .allocatedResources(Map.of()))
                .withMetadata(metadata -> metadata.resourceVersion("").managedFields(List.of()));
    }

    private static List<String> lines(PersistentVolumeClaim claim) {
        var bytes = PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS.encodeJson(claim);
        return Json.parse(bytes).toText().replace(",\"", ",\n\"").lines().toList();
    }
}
