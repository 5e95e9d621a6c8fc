package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.DeploymentCondition;
import dev.kcm.model.apps.v1.ReplicaSetCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A Deployment's conditions while its status is calculated. Not shared between threads.
final class DeploymentConditions {
    private final List<DeploymentCondition> conditions;
    private final Instant now;

    DeploymentConditions(List<DeploymentCondition> before, Instant now) {
        this.conditions = new ArrayList<>(before);
        this.now = now;
    }

    List<DeploymentCondition> all() {
        return List.copyOf(conditions);
    }

    boolean has(String type) {
        return find(type).isPresent();
    }

    /// Empty where there is no such condition.
    String reasonOf(String type) {
        return find(type).map(DeploymentCondition::reason).orElse("");
    }

    Optional<Instant> lastUpdateOf(String type) {
        return find(type).flatMap(DeploymentCondition::lastUpdateTime);
    }

    /// The same status and reason as before changes nothing, not even the message; the same status
    /// alone keeps its transition time.
    void set(String type, String status, String reason, String message) {
        var before = find(type);
        if (before.filter(old -> old.status().equals(status) && old.reason().equals(reason))
                .isEmpty()) {
            replace(before, type, status, reason, message);
        }
    }

    /// Like [#set], but sets lastUpdateTime even when nothing else is new.
    void renew(String type, String status, String reason, String message) {
        replace(find(type), type, status, reason, message);
    }

    void copy(ReplicaSetCondition failing) {
        var before = find(failing.type());
        if (before.filter(old ->
                        old.status().equals(failing.status()) && old.reason().equals(failing.reason()))
                .isPresent()) {
            return;
        }
        var taken = DeploymentCondition.builder()
                .type(failing.type())
                .status(failing.status())
                .reason(failing.reason())
                .message(failing.message());
        failing.lastTransitionTime().ifPresent(taken::lastUpdateTime);
        before.filter(old -> old.status().equals(failing.status()))
                .flatMap(DeploymentCondition::lastTransitionTime)
                .or(failing::lastTransitionTime)
                .ifPresent(taken::lastTransitionTime);
        remove(failing.type());
        conditions.add(taken.build());
    }

    void remove(String type) {
        conditions.removeIf(condition -> condition.type().equals(type));
    }

    private Optional<DeploymentCondition> find(String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }

    private void replace(
            Optional<DeploymentCondition> before, String type, String status, String reason, String message) {
        var since = before.filter(old -> old.status().equals(status))
                .flatMap(DeploymentCondition::lastTransitionTime)
                .orElse(now);
        remove(type);
        conditions.add(DeploymentCondition.builder()
                .type(type)
                .status(status)
                .reason(reason)
                .message(message)
                .lastUpdateTime(now)
                .lastTransitionTime(since)
                .build());
    }
}
