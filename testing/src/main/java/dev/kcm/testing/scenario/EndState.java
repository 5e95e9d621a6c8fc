package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ControllerRevision;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a scenario leaves behind in its namespace, of the namespace itself and of what it created
/// elsewhere, with everything taken out that differs from run to run: two managers that do the same
/// leave equal ones.
///
/// @param objects by kind and name, sorted
/// @param events for each object, the reasons of events about it
public record EndState(List<Json> objects, JsonObject events) {
    private static final List<Resource<?>> RESOURCES = List.of(
            Deployment.DEPLOYMENTS,
            ReplicaSet.REPLICA_SETS,
            ReplicationController.REPLICATION_CONTROLLERS,
            StatefulSet.STATEFUL_SETS,
            DaemonSet.DAEMON_SETS,
            ControllerRevision.CONTROLLER_REVISIONS,
            Job.JOBS,
            CronJob.CRON_JOBS,
            Pod.PODS,
            Service.SERVICES,
            Endpoints.ENDPOINTS,
            EndpointSlice.ENDPOINT_SLICES,
            ServiceAccount.SERVICE_ACCOUNTS,
            Secret.SECRETS,
            ConfigMap.CONFIG_MAPS,
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            PodDisruptionBudget.POD_DISRUPTION_BUDGETS,
            HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS,
            ResourceQuota.RESOURCE_QUOTAS,
            ResourceClaim.RESOURCE_CLAIMS,
            ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES);

    /// Components that are not the manager.
    private static final Set<String> OTHERS = Set.of(
            "default-scheduler",
            "ipallocator-repair-controller", // a part of the API server
            "kwok",
            "kubelet");

    public static EndState of(Scenario scenario) {
        var objects = new ArrayList<KubeObject>();
        RESOURCES.forEach(resource -> objects.addAll(scenario.list(resource)));
        objects.addAll(scenario.outsideObjects().found(scenario));
        var placeholders =
                new Placeholders(scenario.namespace(), scenario.client().authorities(), objects);
        var shown = objects.stream()
                .map(object -> NormalForm.of(FieldPaths.json(object), placeholders))
                .sorted(Comparator.comparing(Json::toText))
                .toList();
        return new EndState(shown, events(scenario, placeholders));
    }

    /// What must be the same also after a crash on the way. Events may be lost then, and a
    /// condition whose reason stays keeps the message it had, as upstream's does.
    public EndState withoutMessages() {
        return new EndState(objects.stream().map(EndState::messageless).toList(), JsonObject.EMPTY);
    }

    /// Canonical and readable: one member a line, in the order of names.
    public String toText() {
        return IndentedJson.text(Json.object("objects", Json.array(objects))
                .with("events", events)
                .sorted());
    }

    private static Json messageless(Json object) {
        var conditions = object.itemsAt("status", "conditions").stream()
                .map(it -> it instanceof JsonObject one ? one.without("message") : it)
                .toList();
        return object instanceof JsonObject whole && !conditions.isEmpty()
                ? whole.withAt(List.of("status", "conditions"), Json.array(conditions))
                : object;
    }

    private static JsonObject events(Scenario scenario, Placeholders placeholders) {
        var reasons = new TreeMap<String, TreeSet<String>>();
        for (var event : scenario.list(Event.EVENTS)) {
            var component = event.source().component().isEmpty()
                    ? event.reportingComponent()
                    : event.source().component();
            if (!OTHERS.contains(component)) {
                var about = event.involvedObject();
                reasons.computeIfAbsent(
                                "%s %s".formatted(about.kind(), placeholders.replacedIn(about.name())),
                                _ -> new TreeSet<>())
                        .add("%s %s from %s".formatted(event.type(), event.reason(), component));
            }
        }
        var events = JsonObject.builder();
        reasons.forEach((about, recorded) ->
                events.put(about, Json.array(recorded.stream().map(Json::of).toList())));
        return events.build();
    }
}
