package dev.kcm.testing.chaos;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.testing.backend.WriteLog;
import dev.kcm.testing.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What must be true when nobody has disturbed anything for minutes.
final class EndChecks {
    private static final List<Resource<?>> KINDS =
            List.of(Deployment.DEPLOYMENTS, ReplicaSet.REPLICA_SETS, StatefulSet.STATEFUL_SETS, Job.JOBS, Pod.PODS);

    private final Scenario scenario;
    private final List<String> problems = new ArrayList<>();

    private EndChecks(Scenario scenario) {
        this.scenario = scenario;
    }

    static List<String> of(Scenario scenario) {
        var checks = new EndChecks(scenario);
        checks.nothingLeaks();
        checks.countsAreRight();
        checks.restartChangesNothing();
        return List.copyOf(checks.problems);
    }

    /// Neither an object whose owners are all gone nor one that was deleted and never went.
    private void nothingLeaks() {
        var objects = new ArrayList<KubeObject>();
        KINDS.forEach(resource -> objects.addAll(scenario.list(resource)));
        var there = objects.stream().map(KubeObject::uid).collect(Collectors.toSet());
        for (var object : objects) {
            if (isLeftBehind(object, there)) {
                problems.add("leaked: %s has no owner any more".formatted(name(object)));
            }
            if (object.isDeleting()) {
                problems.add("leaked: %s was deleted and is still there, held by %s"
                        .formatted(name(object), object.metadata().finalizers()));
            }
        }
        scenario.list(Namespace.NAMESPACES).stream()
                .filter(KubeObject::isDeleting)
                .forEach(it -> problems.add("leaked: %s was deleted and is still there".formatted(name(it))));
    }

    private static boolean isLeftBehind(KubeObject object, Set<String> there) {
        var owners = object.metadata().ownerReferences();
        return !owners.isEmpty() && owners.stream().noneMatch(owner -> there.contains(owner.uid()));
    }

    /// Every set has its pods, unless a quota refuses them.
    private void countsAreRight() {
        if (!scenario.list(ResourceQuota.RESOURCE_QUOTAS).isEmpty()) {
            return;
        }
        for (var set : scenario.list(ReplicaSet.REPLICA_SETS)) {
            requireCount(set, set.spec().replicas().orElse(1), livePods(set).size());
        }
        for (var set : scenario.list(StatefulSet.STATEFUL_SETS)) {
            var live = livePods(set);
            if (live.stream().allMatch(EndChecks::isReady)) { // it goes no further than to one that is not
                requireCount(set, set.spec().replicas().orElse(1), live.size());
            }
        }
    }

    private void requireCount(KubeObject set, int wanted, int live) {
        if (live != wanted && !set.isDeleting()) {
            problems.add("unconverged: %s has %d pods and wants %d".formatted(name(set), live, wanted));
        }
    }

    private List<Pod> livePods(KubeObject set) {
        return scenario.list(Pod.PODS).stream()
                .filter(pod -> !pod.isDeleting() && isOwnedBy(pod, set))
                .filter(pod ->
                        !Set.of("Failed", "Succeeded").contains(pod.status().phase()))
                .toList();
    }

    private static boolean isReady(Pod pod) {
        return pod.status().conditions().stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
    }

    private static boolean isOwnedBy(KubeObject object, KubeObject owner) {
        return object.metadata().ownerReferences().stream()
                .anyMatch(it -> it.uid().equals(owner.uid()) && it.controller().orElse(false));
    }

    private void restartChangesNothing() {
        scenario.backend().log().mark();
        scenario.restart().awaitQuiet();
        var more = scenario.backend().log().sinceMark();
        if (!more.isEmpty()) {
            problems.add("unconverged: restarted at the end, our controllers wrote "
                    + more.stream().map(EndChecks::line).toList());
        }
    }

    private static String line(WriteLog.Write write) {
        return write.what() + " " + write.key().name();
    }

    private static String name(KubeObject object) {
        return object.resource().kind() + " " + object.name();
    }
}
