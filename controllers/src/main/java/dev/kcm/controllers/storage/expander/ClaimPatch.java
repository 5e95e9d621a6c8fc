package dev.kcm.controllers.storage.expander;

import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Step;
import java.util.Optional;

/// Changes of a claim. They go to its status, which is all that the controller may write; the server takes
/// annotations there, too.
final class ClaimPatch {
    private ClaimPatch() {}

    /// Refused when the claim changed since it had this version.
    ///
    /// @param resizer who expands it, if that is to be written down
    static Step.Write status(
            PersistentVolumeClaim claim, String resourceVersion, JsonObject status, Optional<String> resizer) {
        var metadata = Json.object().with("resourceVersion", resourceVersion);
        var named = resizer.map(it -> metadata.with("annotations", Json.object().with(Annotations.RESIZER, it)))
                .orElse(metadata);
        var patch = Json.object("metadata", named);
        return Step.patchStatus(
                PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
                claim.key(),
                PatchType.MERGE,
                status.isEmpty() ? patch : patch.with("status", status));
    }
}
