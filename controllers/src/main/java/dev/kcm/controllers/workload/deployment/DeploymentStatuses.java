package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.DeploymentStatus;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a Deployment's status says after a look at its ReplicaSets. Pure.
final class DeploymentStatuses {
    private DeploymentStatuses() {}

    static Plan after(DeploymentReconciler.Seen seen, Outcomes writes) {
        var deployment = seen.deployment();
        var status = seen.selectsEverything() ? observed(deployment) : status(seen, writes);
        var written = withRevision(deployment, seen, writes).withStatus(status);
        var plan = written.equals(deployment)
                ? Plan.nothing("status unchanged")
                : Plan.of(
                        "status changed",
                        Step.writeStatus(Deployment.DEPLOYMENTS, written, urgency(deployment, status, written)));
        return plan.wakingIn(untilDeadline(seen, status));
    }

    static boolean isComplete(Deployment deployment, DeploymentStatus status) {
        int wanted = deployment.spec().replicas().orElse(1);
        return status.updatedReplicas() == wanted
                && status.replicas() == wanted
                && status.availableReplicas() == wanted
                && status.observedGeneration() >= deployment.metadata().generation();
    }

    private static DeploymentStatus observed(Deployment deployment) {
        return deployment.status().withObservedGeneration(deployment.metadata().generation());
    }

    private static DeploymentStatus status(DeploymentReconciler.Seen seen, Outcomes writes) {
        var conditions = new DeploymentConditions(seen.deployment().status().conditions(), seen.now());
        pauseOrResume(seen, conditions);
        creation(seen, writes, conditions);
        var counts = counts(seen);
        availability(seen, counts, conditions);
        if (seen.rollsOut()) {
            progress(seen, counts, newestSetName(seen, writes), conditions);
            failures(seen, conditions);
        }
        var collisions = seen.nameTaken() ? counts.collisionCount().orElse(0) + 1 : 0;
        var status = counts.withConditions(conditions.all());
        return seen.nameTaken() ? status.withCollisionCount(collisions) : status;
    }

    private static DeploymentStatus counts(DeploymentReconciler.Seen seen) {
        var sets = seen.sets();
        int available = sets.available();
        var counted = seen.deployment().status().toBuilder()
                .observedGeneration(seen.deployment().metadata().generation())
                .replicas(sets.sum(set -> set.status().replicas()))
                .updatedReplicas(
                        sets.current().map(set -> set.status().replicas()).orElse(0))
                .readyReplicas(sets.sum(set -> set.status().readyReplicas()))
                .availableReplicas(available)
                .unavailableReplicas(Math.max(0, sets.size() - available))
                .build();
        return terminating(sets).map(counted::withTerminatingReplicas).orElseGet(counted::withoutTerminatingReplicas);
    }

    /// Known only when every set that has been looked at reports it.
    private static Optional<Integer> terminating(Sets sets) {
        int sum = 0;
        for (var set : sets.all().toList()) {
            var reported = set.status().terminatingReplicas();
            if (reported.isEmpty() && set.status().observedGeneration() != 0) {
                return Optional.empty();
            }
            sum += reported.orElse(0);
        }
        return Optional.of(sum);
    }

    /// Time spent paused does not count against the deadline, so both ends of a pause are marked.
    private static void pauseOrResume(DeploymentReconciler.Seen seen, DeploymentConditions conditions) {
        var reason = conditions.reasonOf(ConditionTypes.PROGRESSING);
        if (seen.deployment().isDeleting() || !hasDeadline(seen) || reason.equals(Reasons.DEADLINE_EXCEEDED)) {
            return;
        }
        if (seen.isPaused() && !reason.equals(Reasons.PAUSED)) {
            conditions.set(ConditionTypes.PROGRESSING, "Unknown", Reasons.PAUSED, "Deployment is paused");
        } else if (!seen.isPaused() && reason.equals(Reasons.PAUSED)) {
            conditions.set(ConditionTypes.PROGRESSING, "Unknown", Reasons.RESUMED, "Deployment is resumed");
        }
    }

    private static void creation(DeploymentReconciler.Seen seen, Outcomes writes, DeploymentConditions conditions) {
        if (!hasDeadline(seen)) {
            return;
        }
        creation(writes).ifPresent(outcome -> {
            switch (outcome) {
                case Outcome.Applied applied ->
                    conditions.set(
                            ConditionTypes.PROGRESSING,
                            "True",
                            Reasons.SET_CREATED,
                            "Created new replica set \"%s\"".formatted(applied.name()));
                case Outcome.Refused(var _, ApiFailure.AlreadyExists _) -> {}
                case Outcome.Refused(var _, var failure) ->
                    conditions.set(
                            ConditionTypes.PROGRESSING,
                            "False",
                            Reasons.SET_CREATE_ERROR,
                            "Failed to create new replica set \"%s\": %s"
                                    .formatted(NewSet.name(seen.deployment()), failure.message()));
                case Outcome.Moot _, Outcome.Skipped _, Outcome.Postponed _, Outcome.Withheld _ -> {}
            }
        });
        if (seen.sets().current().isPresent() && !conditions.has(ConditionTypes.PROGRESSING)) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "True",
                    Reasons.SET_FOUND,
                    "Found new replica set \"%s\""
                            .formatted(seen.sets().current().get().name()));
        }
    }

    private static void availability(
            DeploymentReconciler.Seen seen, DeploymentStatus counts, DeploymentConditions conditions) {
        int needed = seen.wanted() - Fenceposts.of(seen.deployment()).unavailable();
        if (counts.availableReplicas() >= needed) {
            conditions.set(
                    ConditionTypes.AVAILABLE,
                    "True",
                    Reasons.MINIMUM_AVAILABLE,
                    "Deployment has minimum availability.");
        } else {
            conditions.set(
                    ConditionTypes.AVAILABLE,
                    "False",
                    Reasons.MINIMUM_UNAVAILABLE,
                    "Deployment does not have minimum availability.");
        }
    }

    /// Complete, moving, or stuck for too long; a rollout already reported complete is left as it
    /// is.
    private static void progress(
            DeploymentReconciler.Seen seen, DeploymentStatus counts, String subject, DeploymentConditions conditions) {
        if (!hasDeadline(seen)) {
            conditions.remove(ConditionTypes.PROGRESSING);
            return;
        }
        var reported = seen.deployment().status().conditions().stream()
                .filter(condition -> condition.type().equals(ConditionTypes.PROGRESSING))
                .findFirst();
        if (counts.replicas() == counts.updatedReplicas()
                && reported.filter(condition -> condition.reason().equals(Reasons.SET_AVAILABLE))
                        .isPresent()) {
            return;
        }
        if (isComplete(seen.deployment(), counts)) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "True",
                    Reasons.SET_AVAILABLE,
                    subject + " has successfully progressed.");
        } else if (hasMoved(seen.deployment().status(), counts)) {
            conditions.renew(ConditionTypes.PROGRESSING, "True", Reasons.SET_UPDATED, subject + " is progressing.");
        } else if (isOverdue(seen, conditions)) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "False",
                    Reasons.DEADLINE_EXCEEDED,
                    subject + " has timed out progressing.");
        }
    }

    private static boolean hasMoved(DeploymentStatus before, DeploymentStatus now) {
        return now.updatedReplicas() > before.updatedReplicas()
                || now.replicas() - now.updatedReplicas() < before.replicas() - before.updatedReplicas()
                || now.readyReplicas() > before.readyReplicas()
                || now.availableReplicas() > before.availableReplicas();
    }

    private static boolean isOverdue(DeploymentReconciler.Seen seen, DeploymentConditions conditions) {
        return switch (conditions.reasonOf(ConditionTypes.PROGRESSING)) {
            case "", Reasons.SET_AVAILABLE -> false;
            case Reasons.DEADLINE_EXCEEDED -> true;
            default ->
                due(seen, conditions).filter(due -> due.isBefore(seen.now())).isPresent();
        };
    }

    private static Optional<Instant> due(DeploymentReconciler.Seen seen, DeploymentConditions conditions) {
        return conditions
                .lastUpdateOf(ConditionTypes.PROGRESSING)
                .map(since -> since.plusSeconds(
                        seen.deployment().spec().progressDeadlineSeconds().orElse(0)));
    }

    /// A set that cannot make pods is the Deployment's trouble too; the current set's comes first.
    private static void failures(DeploymentReconciler.Seen seen, DeploymentConditions conditions) {
        var failing = Stream.concat(seen.sets().current().stream(), seen.sets().all())
                .flatMap(set -> set.status().conditions().stream())
                .filter(condition -> condition.type().equals(ConditionTypes.REPLICA_FAILURE))
                .findFirst();
        failing.ifPresentOrElse(conditions::takeOver, () -> conditions.remove(ConditionTypes.REPLICA_FAILURE));
    }

    /// Looks again when the deadline passes, a second late so that it surely has.
    private static Optional<Duration> untilDeadline(DeploymentReconciler.Seen seen, DeploymentStatus status) {
        var conditions = new DeploymentConditions(status.conditions(), seen.now());
        var reason = conditions.reasonOf(ConditionTypes.PROGRESSING);
        if (!seen.rollsOut()
                || !hasDeadline(seen)
                || reason.isEmpty()
                || reason.equals(Reasons.DEADLINE_EXCEEDED)
                || isComplete(seen.deployment(), status)) {
            return Optional.empty();
        }
        return due(seen, conditions)
                .map(due -> Duration.between(seen.now(), due))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .map(left -> left.plusSeconds(1));
    }

    /// The Deployment's revision is that of its current set.
    private static Deployment withRevision(Deployment deployment, DeploymentReconciler.Seen seen, Outcomes writes) {
        var created = creation(writes)
                .filter(Outcome.Applied.class::isInstance)
                .map(_ -> Long.toString(seen.sets().highestOldRevision() + 1));
        var revision = created.or(
                () -> seen.sets().current().map(set -> set.annotations().get(Annotations.REVISION)));
        if (revision.isEmpty() || revision.get().equals(deployment.annotations().get(Annotations.REVISION))) {
            return deployment;
        }
        var annotations = new HashMap<>(deployment.annotations());
        annotations.put(Annotations.REVISION, revision.get());
        return deployment.withMetadata(deployment.metadata().withAnnotations(annotations));
    }

    private static Optional<Outcome> creation(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome.step() instanceof Step.Create<?>)
                .findFirst();
    }

    private static String newestSetName(DeploymentReconciler.Seen seen, Outcomes writes) {
        return seen.sets()
                .current()
                .map(ReplicaSet::name)
                .or(() -> creation(writes)
                        .filter(Outcome.Applied.class::isInstance)
                        .map(_ -> NewSet.name(seen.deployment())))
                .map("ReplicaSet \"%s\""::formatted)
                .orElseGet(() -> "Deployment \"%s\"".formatted(seen.deployment().name()));
    }

    private static boolean hasDeadline(DeploymentReconciler.Seen seen) {
        return seen.deployment()
                .spec()
                .progressDeadlineSeconds()
                .filter(s -> s != Integer.MAX_VALUE)
                .isPresent();
    }

    private static Step.Urgency urgency(Deployment before, DeploymentStatus status, Deployment written) {
        var old = before.status();
        return old.observedGeneration() != status.observedGeneration()
                        || !reasons(old).equals(reasons(status))
                        || !old.collisionCount().equals(status.collisionCount())
                        || !before.annotations().equals(written.annotations())
                        || isComplete(before, status)
                ? Step.Urgency.NOW
                : Step.Urgency.SOON;
    }

    /// A condition that only moved its time is no news.
    private static List<String> reasons(DeploymentStatus status) {
        return status.conditions().stream()
                .map(condition -> condition.type() + condition.status() + condition.reason())
                .sorted()
                .toList();
    }
}
