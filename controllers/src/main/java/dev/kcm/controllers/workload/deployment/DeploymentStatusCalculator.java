package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.DeploymentStatus;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A Deployment's status after a sync, from the statuses of its ReplicaSets. Pure.
final class DeploymentStatusCalculator {
    private DeploymentStatusCalculator() {}

    static Plan after(Snapshot snapshot, Outcomes writes) {
        var deployment = snapshot.deployment();
        var creation = SetCreation.of(deployment, writes);
        var status = snapshot.selectsEverything() ? observed(deployment) : status(snapshot, creation);
        var written = withRevision(deployment, snapshot, creation).withStatus(status);
        var plan = written.equals(deployment)
                ? Plan.nothing("status unchanged")
                : Plan.of("status changed", Step.updateStatus(written, urgency(deployment, status, written)));
        return creation.error()
                .map(message -> Plan.of(
                        "tells why there is no new ReplicaSet",
                        Step.warning(deployment.ref(), Reasons.SET_CREATE_ERROR, message)))
                .orElse(Plan.nothing("no failure to tell of"))
                .then(plan)
                .wakingIn(untilDeadline(snapshot, status));
    }

    static boolean isComplete(Deployment deployment, DeploymentStatus status) {
        int desired = deployment.spec().replicas().orElse(1);
        return status.updatedReplicas() == desired
                && status.replicas() == desired
                && status.availableReplicas() == desired
                && status.observedGeneration() >= deployment.metadata().generation();
    }

    private static DeploymentStatus observed(Deployment deployment) {
        return deployment.status().withObservedGeneration(deployment.metadata().generation());
    }

    private static DeploymentStatus status(Snapshot snapshot, SetCreation creation) {
        var conditions = new DeploymentConditions(snapshot.deployment().status().conditions(), snapshot.now());
        setPaused(snapshot, conditions);
        if (snapshot.needsNewSet() && snapshot.nameTaken()) {
            return collided(snapshot.deployment().status()).withConditions(conditions.all());
        }
        if (creation.isRefused()) {
            setCreateError(snapshot, creation, conditions);
            return snapshot.deployment().status().withConditions(conditions.all());
        }
        setCreated(snapshot, creation, conditions);
        var counts = counts(snapshot);
        setAvailable(snapshot, counts, conditions);
        if (snapshot.rollsOut()) {
            setProgressing(snapshot, counts, newestSetName(snapshot, creation), conditions);
            setReplicaFailure(snapshot, conditions);
        }
        return counts.withConditions(conditions.all());
    }

    private static DeploymentStatus collided(DeploymentStatus before) {
        return before.withCollisionCount(before.collisionCount().orElse(0) + 1);
    }

    private static DeploymentStatus counts(Snapshot snapshot) {
        var sets = snapshot.sets();
        int available = sets.available();
        var counted = snapshot.deployment().status().toBuilder()
                .observedGeneration(snapshot.deployment().metadata().generation())
                .replicas(sets.sum(set -> set.status().replicas()))
                .updatedReplicas(
                        sets.current().map(set -> set.status().replicas()).orElse(0))
                .readyReplicas(sets.sum(set -> set.status().readyReplicas()))
                .availableReplicas(available)
                .unavailableReplicas(Math.max(0, sets.size() - available))
                .build();
        return terminating(sets)
                .filter(_ -> snapshot.reportsTerminating())
                .map(counted::withTerminatingReplicas)
                .orElseGet(counted::withoutTerminatingReplicas);
    }

    /// Known only when every set that its controller has synced reports it.
    private static Optional<Integer> terminating(OwnedReplicaSets sets) {
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
    private static void setPaused(Snapshot snapshot, DeploymentConditions conditions) {
        var reason = conditions.reasonOf(ConditionTypes.PROGRESSING);
        if (snapshot.deployment().isDeleting() || !hasDeadline(snapshot) || reason.equals(Reasons.DEADLINE_EXCEEDED)) {
            return;
        }
        if (snapshot.isPaused() && !reason.equals(Reasons.PAUSED)) {
            conditions.set(ConditionTypes.PROGRESSING, "Unknown", Reasons.PAUSED, "Deployment is paused");
        } else if (!snapshot.isPaused() && reason.equals(Reasons.PAUSED)) {
            conditions.set(ConditionTypes.PROGRESSING, "Unknown", Reasons.RESUMED, "Deployment is resumed");
        }
    }

    private static void setCreateError(Snapshot snapshot, SetCreation creation, DeploymentConditions conditions) {
        creation.error()
                .filter(_ -> hasDeadline(snapshot))
                .ifPresent(message ->
                        conditions.set(ConditionTypes.PROGRESSING, "False", Reasons.SET_CREATE_ERROR, message));
    }

    private static void setCreated(Snapshot snapshot, SetCreation creation, DeploymentConditions conditions) {
        if (!hasDeadline(snapshot)) {
            return;
        }
        if (creation.isDone()) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "True",
                    Reasons.SET_CREATED,
                    "Created new replica set \"%s\"".formatted(creation.name()));
        }
        if (snapshot.sets().current().isPresent() && !conditions.has(ConditionTypes.PROGRESSING)) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "True",
                    Reasons.SET_FOUND,
                    "Found new replica set \"%s\""
                            .formatted(snapshot.sets().current().get().name()));
        }
    }

    private static void setAvailable(Snapshot snapshot, DeploymentStatus counts, DeploymentConditions conditions) {
        int needed =
                snapshot.desired() - RolloutLimits.of(snapshot.deployment()).unavailable();
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

    /// Complete, progressing or timed out. A rollout that was reported complete stays complete.
    private static void setProgressing(
            Snapshot snapshot, DeploymentStatus counts, String subject, DeploymentConditions conditions) {
        if (!hasDeadline(snapshot)) {
            conditions.remove(ConditionTypes.PROGRESSING);
            return;
        }
        var reported = snapshot.deployment().status().conditions().stream()
                .filter(condition -> condition.type().equals(ConditionTypes.PROGRESSING))
                .findFirst();
        if (counts.replicas() == counts.updatedReplicas()
                && reported.filter(condition -> condition.reason().equals(Reasons.SET_AVAILABLE))
                        .isPresent()) {
            return;
        }
        if (isComplete(snapshot.deployment(), counts)) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "True",
                    Reasons.SET_AVAILABLE,
                    subject + " has successfully progressed.");
        } else if (isProgressing(snapshot.deployment().status(), counts)) {
            conditions.renew(ConditionTypes.PROGRESSING, "True", Reasons.SET_UPDATED, subject + " is progressing.");
        } else if (hasTimedOut(snapshot, conditions)) {
            conditions.set(
                    ConditionTypes.PROGRESSING,
                    "False",
                    Reasons.DEADLINE_EXCEEDED,
                    subject + " has timed out progressing.");
        }
    }

    private static boolean isProgressing(DeploymentStatus before, DeploymentStatus now) {
        return now.updatedReplicas() > before.updatedReplicas()
                || now.replicas() - now.updatedReplicas() < before.replicas() - before.updatedReplicas()
                || now.readyReplicas() > before.readyReplicas()
                || now.availableReplicas() > before.availableReplicas();
    }

    private static boolean hasTimedOut(Snapshot snapshot, DeploymentConditions conditions) {
        return switch (conditions.reasonOf(ConditionTypes.PROGRESSING)) {
            case "", Reasons.SET_AVAILABLE -> false;
            case Reasons.DEADLINE_EXCEEDED -> true;
            default ->
                due(snapshot, conditions)
                        .filter(due -> due.isBefore(snapshot.now()))
                        .isPresent();
        };
    }

    private static Optional<Instant> due(Snapshot snapshot, DeploymentConditions conditions) {
        return conditions
                .lastUpdateOf(ConditionTypes.PROGRESSING)
                .map(since -> since.plusSeconds(
                        snapshot.deployment().spec().progressDeadlineSeconds().orElse(0)));
    }

    /// Copies the ReplicaFailure condition of a set; the current set's comes first.
    private static void setReplicaFailure(Snapshot snapshot, DeploymentConditions conditions) {
        var failing = Stream.concat(
                        snapshot.sets().current().stream(), snapshot.sets().all())
                .flatMap(set -> set.status().conditions().stream())
                .filter(condition -> condition.type().equals(ConditionTypes.REPLICA_FAILURE))
                .findFirst();
        failing.ifPresentOrElse(conditions::copy, () -> conditions.remove(ConditionTypes.REPLICA_FAILURE));
    }

    /// Requeues for a second after the deadline, so that it has surely passed.
    private static Optional<Duration> untilDeadline(Snapshot snapshot, DeploymentStatus status) {
        var conditions = new DeploymentConditions(status.conditions(), snapshot.now());
        var reason = conditions.reasonOf(ConditionTypes.PROGRESSING);
        if (!snapshot.rollsOut()
                || !hasDeadline(snapshot)
                || reason.isEmpty()
                || reason.equals(Reasons.DEADLINE_EXCEEDED)
                || isComplete(snapshot.deployment(), status)) {
            return Optional.empty();
        }
        return due(snapshot, conditions)
                .map(due -> Duration.between(snapshot.now(), due))
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .map(left -> left.plusSeconds(1));
    }

    /// The Deployment's revision is that of its current set.
    private static Deployment withRevision(Deployment deployment, Snapshot snapshot, SetCreation creation) {
        var revision = creation.isDone()
                ? Optional.of(Long.toString(snapshot.sets().highestOldRevision() + 1))
                : snapshot.sets().current().map(set -> set.annotations().get(Annotations.REVISION));
        if (revision.isEmpty() || revision.get().equals(deployment.annotations().get(Annotations.REVISION))) {
            return deployment;
        }
        var annotations = new HashMap<>(deployment.annotations());
        annotations.put(Annotations.REVISION, revision.get());
        return deployment.withMetadata(deployment.metadata().withAnnotations(annotations));
    }

    private static String newestSetName(Snapshot snapshot, SetCreation creation) {
        return snapshot.sets()
                .current()
                .map(ReplicaSet::name)
                .or(() -> creation.isDone() ? Optional.of(creation.name()) : Optional.empty())
                .map("ReplicaSet \"%s\""::formatted)
                .orElseGet(() ->
                        "Deployment \"%s\"".formatted(snapshot.deployment().name()));
    }

    private static boolean hasDeadline(Snapshot snapshot) {
        return snapshot.deployment()
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

    /// A condition of which only the times changed is no news.
    private static List<String> reasons(DeploymentStatus status) {
        return status.conditions().stream()
                .map(condition -> condition.type() + condition.status() + condition.reason())
                .sorted()
                .toList();
    }
}
