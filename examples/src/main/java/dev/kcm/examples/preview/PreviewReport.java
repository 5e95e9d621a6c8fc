package dev.kcm.examples.preview;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.stream.Stream;

/// What users are told of a preview: a line in an annotation, and a warning when something is wrong
/// that was not before.
final class PreviewReport {
    private PreviewReport() {}

    static Plan after(PreviewReconciler.Seen seen, Duration usualLifetime, Outcomes writes) {
        if (seen.preview().isDeleting() || !seen.isAsked()) {
            return Plan.nothing("nothing to tell");
        }
        return switch (Order.read(seen.preview().data())) {
            case Order.Reading.Wrong(var problem) -> complain(seen, Reasons.INVALID, problem);
            case Order.Reading.Understood(var order) -> {
                var end = seen.end(order, usualLifetime);
                yield seen.now().isBefore(end)
                        ? progress(seen, order.replicas(), "until " + end, writes)
                        : Plan.nothing("it goes");
            }
        };
    }

    private static Plan progress(PreviewReconciler.Seen seen, int wanted, String until, Outcomes writes) {
        if (seen.isNameTaken()) {
            return complain(
                    seen,
                    Reasons.FAILED,
                    "deployment %s is somebody else's: rename one of the two"
                            .formatted(seen.preview().name()));
        }
        var failure = writes.failures().filter(it -> !isRace(it)).findFirst();
        if (failure.isPresent()) {
            return write(seen, "failed: " + failure.get().message());
        }
        int ready = seen.ours().map(it -> it.status().readyReplicas()).orElse(0);
        return write(seen, "%d of %d ready, %s".formatted(ready, wanted, until));
    }

    private static Plan complain(PreviewReconciler.Seen seen, String reason, String problem) {
        return write(seen, "failed: " + problem, Step.warn(seen.preview().ref(), reason, problem));
    }

    /// Nothing where the status says so already: whoever was told once need not be told again.
    private static Plan write(PreviewReconciler.Seen seen, String status, Step... besides) {
        var preview = seen.preview();
        if (status.equals(preview.annotations().get(Annotations.STATUS))) {
            return Plan.nothing("status unchanged");
        }
        var change = Json.object()
                .with("uid", preview.uid())
                .with("annotations", Json.object().with(Annotations.STATUS, status));
        var step = new Step.Amend(
                ConfigMap.CONFIG_MAPS, preview.key(), Step.Amend.Kind.MERGE, Json.object("metadata", change), "");
        return Plan.inOrder(
                "status changed",
                Stream.concat(Stream.of(besides), Stream.of(step)).toList());
    }

    /// Somebody was faster than our caches: the next look knows more, and users need not know.
    private static boolean isRace(ApiFailure failure) {
        return failure instanceof ApiFailure.Conflict || failure instanceof ApiFailure.AlreadyExists;
    }
}
