package dev.kcm.examples.preview;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.stream.Stream;

/// The status of a preview: a line in an annotation, and a warning event when something is newly wrong.
final class PreviewReport {
    private PreviewReport() {}

    static Plan after(PreviewReconciler.Snapshot snapshot, Duration usualLifetime, Outcomes writes) {
        if (snapshot.preview().isDeleting() || !snapshot.isAsked()) {
            return Plan.nothing("no status to report");
        }
        return switch (Order.read(snapshot.preview().data())) {
            case Order.Reading.Invalid(var problem) -> failed(snapshot, Reasons.INVALID, problem);
            case Order.Reading.Valid(var order) -> {
                var end = snapshot.end(order, usualLifetime);
                yield snapshot.now().isBefore(end)
                        ? progress(snapshot, order.replicas(), "until " + end, writes)
                        : Plan.nothing("it expires");
            }
        };
    }

    private static Plan progress(PreviewReconciler.Snapshot snapshot, int wanted, String until, Outcomes writes) {
        if (snapshot.isNameTaken()) {
            return failed(
                    snapshot,
                    Reasons.FAILED,
                    "deployment %s has another owner: rename one of the two"
                            .formatted(snapshot.preview().name()));
        }
        var failure = writes.failures().filter(it -> !isRace(it)).findFirst();
        if (failure.isPresent()) {
            return write(snapshot, "failed: " + failure.get().message());
        }
        int ready = snapshot.ours().map(it -> it.status().readyReplicas()).orElse(0);
        return write(snapshot, "%d of %d ready, %s".formatted(ready, wanted, until));
    }

    private static Plan failed(PreviewReconciler.Snapshot snapshot, String reason, String problem) {
        return write(
                snapshot, "failed: " + problem, Step.warning(snapshot.preview().ref(), reason, problem));
    }

    /// Nothing where the status is the same already, so that a warning is recorded once.
    private static Plan write(PreviewReconciler.Snapshot snapshot, String status, Step... besides) {
        var preview = snapshot.preview();
        if (status.equals(preview.annotations().get(Annotations.STATUS))) {
            return Plan.nothing("status unchanged");
        }
        var change = Json.object()
                .with("uid", preview.uid())
                .with("annotations", Json.object().with(Annotations.STATUS, status));
        var step = Step.patch(ConfigMap.CONFIG_MAPS, preview.key(), PatchType.MERGE, Json.object("metadata", change));
        return Plan.inOrder(
                "status changed",
                Stream.concat(Stream.of(besides), Stream.of(step)).toList());
    }

    /// Our caches were stale: the next sync knows more, and users need not know.
    private static boolean isRace(ApiFailure failure) {
        return failure instanceof ApiFailure.Conflict || failure instanceof ApiFailure.AlreadyExists;
    }
}
