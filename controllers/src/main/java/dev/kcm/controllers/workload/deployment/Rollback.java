package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.HashMap;
import java.util.Optional;

/// Rolls back to an earlier template as the deprecated rollback annotation asks. (kubectl rollout undo does not need
/// it: it writes the old template itself.) The annotation is removed whether the rollback is possible or not.
final class Rollback {
    private Rollback() {}

    /// The requested revision; zero means the one before the present.
    static Optional<Long> requested(Deployment deployment) {
        return Optional.ofNullable(deployment.annotations().get(Annotations.ROLLBACK_TO))
                .flatMap(OwnedReplicaSets::number);
    }

    static Plan plan(Snapshot snapshot, long requested) {
        long revision = requested == 0 ? previousRevision(snapshot.sets()) : requested;
        if (revision == 0) {
            return giveUp(snapshot, Reasons.ROLLBACK_NOT_FOUND, "Unable to find last revision.");
        }
        var target = snapshot.sets()
                .all()
                .filter(set -> OwnedReplicaSets.revision(set) == revision)
                .findFirst();
        return target.map(set -> to(set, snapshot, revision))
                .orElseGet(() ->
                        giveUp(snapshot, Reasons.ROLLBACK_NOT_FOUND, "Unable to find the revision to rollback to."));
    }

    private static Plan to(ReplicaSet set, Snapshot snapshot, long revision) {
        var deployment = snapshot.deployment();
        var template = OwnedReplicaSets.withoutHash(set.spec().template());
        if (template.equals(OwnedReplicaSets.withoutHash(deployment.spec().template()))) {
            return giveUp(
                    snapshot,
                    Reasons.ROLLBACK_UNCHANGED,
                    "The rollback revision contains the same template as current deployment \"%s\""
                            .formatted(deployment.name()));
        }
        var rolledBack =
                withAnnotationsOf(set, deployment).withSpec(deployment.spec().withTemplate(template));
        return Plan.of(
                "rolls back to revision " + revision,
                Step.update(withoutRequest(rolledBack)),
                Step.event(
                        deployment.ref(),
                        Reasons.ROLLED_BACK,
                        "Rolled back deployment \"%s\" to revision %d".formatted(deployment.name(), revision)));
    }

    private static Plan giveUp(Snapshot snapshot, String reason, String note) {
        return Plan.of(
                "cannot roll back",
                Step.warning(snapshot.deployment().ref(), reason, note),
                Step.update(withoutRequest(snapshot.deployment())));
    }

    /// The change cause and its like go back with the template.
    private static Deployment withAnnotationsOf(ReplicaSet set, Deployment deployment) {
        var annotations = new HashMap<String, String>();
        deployment
                .annotations()
                .forEach((key, value) -> keepIf(Annotations.NOT_COPIED.contains(key), key, value, annotations));
        set.annotations()
                .forEach((key, value) -> keepIf(!Annotations.NOT_COPIED.contains(key), key, value, annotations));
        return deployment.withMetadata(deployment.metadata().withAnnotations(annotations));
    }

    private static void keepIf(boolean keep, String key, String value, HashMap<String, String> annotations) {
        if (keep) {
            annotations.put(key, value);
        }
    }

    private static Deployment withoutRequest(Deployment deployment) {
        var annotations = new HashMap<>(deployment.annotations());
        annotations.remove(Annotations.ROLLBACK_TO);
        return deployment.withMetadata(deployment.metadata().withAnnotations(annotations));
    }

    /// The second highest; zero when there is none.
    private static long previousRevision(OwnedReplicaSets sets) {
        return sets.all()
                .map(OwnedReplicaSets::revision)
                .sorted((one, other) -> Long.compare(other, one))
                .skip(1)
                .findFirst()
                .orElse(0L);
    }
}
