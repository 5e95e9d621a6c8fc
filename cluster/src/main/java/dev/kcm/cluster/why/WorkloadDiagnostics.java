package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.number;
import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ResourceQuota;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Things that make pods: what they lack, and the pods that are in the way.
final class WorkloadDiagnostics {
    private static final Pattern EXCEEDED = Pattern.compile("exceeded quota: ([^,]+),");

    static final Map<String, Diagnostic> BY_PLURAL = Map.of(
            "deployments", WorkloadDiagnostics::deployment,
            "replicasets", counting("replicaset-controller"),
            "replicationcontrollers", counting("replicationcontroller-controller"),
            "statefulsets", StatefulSetDiagnostic::of,
            "daemonsets", DaemonSetDiagnostic::of,
            "jobs", WorkloadDiagnostics::job,
            "cronjobs", WorkloadDiagnostics::cronJob,
            "resourcequotas", WorkloadDiagnostics::quota);

    private WorkloadDiagnostics() {}

    private static Causes deployment(DynamicObject deployment, ClusterView view) {
        var causes = view.without("deployment-controller").and(missing(deployment));
        long wanted = deployment.content().longAt("spec", "replicas").orElse(1);
        long updated = number(deployment, "status", "updatedReplicas");
        if (updated < wanted) {
            causes = causes.because("%d of %d replicas are made from its newest template".formatted(updated, wanted));
        }
        if (deployment.content().booleanAt("spec", "paused").orElse(false)) {
            causes = causes.because("it is paused: nothing rolls out until kubectl rollout resume"
                    + " deployment/"
                    + deployment.name());
        }
        // Old replica sets, kept for a rollback, explain nothing.
        return causes.seeing(view.ownedBy(deployment, ReplicaSet.REPLICA_SETS).stream()
                .filter(set -> number(set, "spec", "replicas") > 0 || number(set, "status", "replicas") > 0)
                .toList());
    }

    private static Diagnostic counting(String controller) {
        return (owner, view) -> view.without(controller)
                .and(missing(owner))
                .seeing(troubled(owner, view))
                .seeing(exceededQuotas(owner, view));
    }

    /// How far it is from what it wants.
    static Causes missing(DynamicObject owner) {
        long wanted = owner.content().longAt("spec", "replicas").orElse(1);
        long has = number(owner, "status", "availableReplicas");
        return has >= wanted ? Causes.NONE : Causes.of("%d of %d replicas are available".formatted(has, wanted));
    }

    private static Causes job(DynamicObject job, ClusterView view) {
        var causes = view.without("job-controller");
        boolean isOver = !text(job, "status", "completionTime").isEmpty();
        if (job.content().booleanAt("spec", "suspend").orElse(false)) {
            causes = causes.because("it is suspended: no pod starts while spec.suspend is true");
        } else if (!isOver) {
            causes = causes.because("%d of %s pods have succeeded, %d failed (its backoff limit is %d), %d running"
                    .formatted(
                            number(job, "status", "succeeded"),
                            job.content()
                                    .at("spec", "completions")
                                    .map(it -> it.toText())
                                    .orElse("any number of"),
                            number(job, "status", "failed"),
                            job.content().longAt("spec", "backoffLimit").orElse(6),
                            number(job, "status", "active")));
        }
        return isOver ? causes : causes.seeing(troubled(job, view));
    }

    private static Causes cronJob(DynamicObject cronJob, ClusterView view) {
        var causes = view.without("cronjob-controller")
                .because(
                        cronJob.content().booleanAt("spec", "suspend").orElse(false)
                                ? "it is suspended: no job starts while spec.suspend is" + " true"
                                : "it waits for its schedule: " + text(cronJob, "spec", "schedule"));
        return causes.seeing(view.ownedBy(cronJob, Job.JOBS).stream()
                .filter(job -> text(job, "status", "completionTime").isEmpty())
                .toList());
    }

    private static List<DynamicObject> troubled(DynamicObject owner, ClusterView view) {
        return view.ownedBy(owner, Pod.PODS).stream()
                .filter(PodDiagnostics::isTroubled)
                .toList();
    }

    /// The quotas that a refusal to create pods names.
    private static List<DynamicObject> exceededQuotas(DynamicObject owner, ClusterView view) {
        return ConditionDiagnostics.problems(owner).stream()
                .flatMap(problem -> EXCEEDED.matcher(problem).results())
                .map(found -> ObjectKey.of(owner.namespace(), found.group(1)))
                .flatMap(key -> view.find(ResourceQuota.RESOURCE_QUOTAS, key).stream())
                .toList();
    }

    private static Causes quota(DynamicObject quota, ClusterView view) {
        var hard = quota.content().objectAt("status", "hard");
        return new Causes(
                hard.names().stream()
                        .sorted()
                        .map(name -> "%s: %s used of %s"
                                .formatted(
                                        name, text(quota, "status", "used", name), text(quota, "status", "hard", name)))
                        .toList(),
                List.of());
    }
}
