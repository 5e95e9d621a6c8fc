package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.ObjectMeta;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Upstream's patches of owner references and finalizers. Where the kind takes strategic patches
/// they change single references, bound to the uid; else the whole list, bound to the
/// resourceVersion.
record OwnerPatches(Resource<?> resource, ObjectMeta metadata, boolean isStrategic) {

    /// Takes owners away.
    Step without(Collection<String> uids) {
        if (isStrategic) {
            return strategic(uids.stream()
                    .<Json>map(uid -> Json.object().with("$patch", "delete").with("uid", uid))
                    .toList());
        }
        return merge(metadata.ownerReferences().stream()
                .filter(reference -> !uids.contains(reference.uid()))
                .toList());
    }

    /// Lets the owners go before this object does.
    Step unblocking() {
        var changed = new ArrayList<OwnerReference>();
        for (var reference : metadata.ownerReferences()) {
            if (!isStrategic || GraphNode.isBlocking(reference)) {
                changed.add(reference.withBlockOwnerDeletion(false));
            }
        }
        return isStrategic ? strategic(changed.stream().map(OwnerPatches::json).toList()) : merge(changed);
    }

    Step withoutFinalizer(String finalizer) {
        var left = metadata.finalizers().stream()
                .filter(present -> !present.equals(finalizer))
                .<Json>map(Json::of)
                .toList();
        return amend(
                PatchType.MERGE, atThisVersion().with("finalizers", left.isEmpty() ? Json.NULL : Json.array(left)));
    }

    private Step strategic(List<Json> references) {
        return amend(
                PatchType.STRATEGIC,
                Json.object().with("uid", metadata.uid()).with("ownerReferences", Json.array(references)));
    }

    private Step merge(List<OwnerReference> references) {
        return amend(
                PatchType.MERGE,
                atThisVersion()
                        .with(
                                "ownerReferences",
                                references.isEmpty()
                                        ? Json.NULL
                                        : Json.array(references.stream()
                                                .map(OwnerPatches::json)
                                                .toList())));
    }

    private JsonObject atThisVersion() {
        return Json.object().with("resourceVersion", metadata.resourceVersion());
    }

    private Step amend(PatchType kind, JsonObject changed) {
        var key = new ObjectKey(metadata.namespace(), metadata.name());
        return Step.patch(resource, key, kind, Json.object("metadata", changed));
    }

    private static Json json(OwnerReference reference) {
        return Json.parse(reference.toString());
    }
}
