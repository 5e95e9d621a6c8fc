package dev.kcm.testing.backend;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.Transport;
import dev.kcm.cluster.Participant;
import dev.kcm.model.Conditions;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.discovery.v1.EndpointSlice;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequest;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.trajectory.TrajectoryRecorder;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Records what changes in a scenario's namespace: everything the controllers under test read or
/// write there, whoever changes it. Nodes and devices are recorded, too, where one of them reads these.
final class NamespaceChanges implements AutoCloseable {
    /// Events come late, and leases are renewed all the time.
    private static final Set<String> IGNORED = Set.of("events", "leases");

    /// Recorded whole, as invariants are about them; of others their metadata is enough.
    private static final List<Resource<?>> RECORDED_WHOLE = List.of(
            Pod.PODS,
            ReplicaSet.REPLICA_SETS,
            ReplicationController.REPLICATION_CONTROLLERS,
            Deployment.DEPLOYMENTS,
            StatefulSet.STATEFUL_SETS,
            PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS,
            Job.JOBS,
            EndpointSlice.ENDPOINT_SLICES,
            ResourceQuota.RESOURCE_QUOTAS,
            ResourceClaim.RESOURCE_CLAIMS,
            PodDisruptionBudget.POD_DISRUPTION_BUDGETS,
            HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS);

    /// What invariants are about and no namespace has.
    private static final List<Resource<?>> OF_THE_CLUSTER = List.of(
            Node.NODES,
            PersistentVolume.PERSISTENT_VOLUMES,
            VolumeAttachment.VOLUME_ATTACHMENTS,
            ResourceSlice.RESOURCE_SLICES,
            DeviceTaintRule.DEVICE_TAINT_RULES,
            ResourcePoolStatusRequest.RESOURCE_POOL_STATUS_REQUESTS);

    private final String namespace;
    private final Client client;
    private final Informers informers;
    private final Set<Resource<?>> resources;
    private final Clock clock;
    private final AtomicLong count = new AtomicLong();
    private volatile long lastAt;

    /// @param server may show other namespaces, too; what changes there does not count
    NamespaceChanges(
            Transport server,
            String namespace,
            List<ControllerSpec> specs,
            TrajectoryRecorder recorder,
            Clock clock,
            RandomGenerator random) {
        this.namespace = namespace;
        this.clock = clock;
        this.client = new Client(server, ClientSettings.usual().withoutRateLimit(), clock, random, new Metrics());
        this.informers = new Informers(client, clock, random);
        this.resources = relevant(specs).stream()
                .map(NamespaceChanges::asRecorded)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        this.lastAt = clock.nanoTime();
        resources.forEach(resource -> informers.store(resource).onChange(change -> {
            if (change.object().namespace().equals(namespace)) {
                recorder.record(change);
                changed();
            }
        }));
        informers.store(Namespace.NAMESPACES).onChange(change -> {
            if (change.object().name().equals(namespace)) {
                recorder.record(change);
            }
        });
        OF_THE_CLUSTER.stream()
                .filter(resource -> specs.stream()
                        .anyMatch(spec -> spec.resources().stream().anyMatch(it -> isSame(it, resource))))
                .forEach(resource -> informers.store(resource).onChange(recorder::record));
    }

    Participant participant() {
        return new Participant("the scenario", informers, () -> resources, () -> true);
    }

    void start() {
        informers.start();
    }

    Informers informers() {
        return informers;
    }

    Set<Resource<?>> resources() {
        return resources;
    }

    long count() {
        return count.get();
    }

    /// When the last change was observed, on the clock's monotonic time.
    long lastAt() {
        return lastAt;
    }

    /// Whether the scheduler owes a pod an answer: neither has it a node nor was it said why not.
    boolean awaitsScheduler() {
        return informers.store(Pod.PODS).all().stream()
                .anyMatch(pod -> pod.namespace().equals(namespace) && awaitsScheduler(pod));
    }

    private static boolean awaitsScheduler(Pod pod) {
        return pod.spec().nodeName().isEmpty()
                && pod.spec().schedulingGates().isEmpty()
                && pod.metadata().deletionTimestamp().isEmpty()
                && Conditions.find(pod.status().conditions(), "PodScheduled").isEmpty();
    }

    @Override
    public void close() {
        informers.close();
        client.close();
    }

    private void changed() {
        count.incrementAndGet();
        lastAt = clock.nanoTime();
    }

    private static Set<Resource<?>> relevant(Collection<ControllerSpec> specs) {
        var found = new LinkedHashSet<Resource<?>>();
        found.addAll(RECORDED_WHOLE);
        specs.forEach(spec -> found.addAll(spec.resources()));
        var written = specs.stream()
                .flatMap(spec -> spec.writes().stream())
                .filter(write -> !write.contains(" */"))
                .map(NamespaceChanges::plural)
                .collect(Collectors.toSet());
        Catalog.served().stream()
                .filter(resource -> isWritten(resource, written))
                .filter(resource -> resource.verbs().contains("watch"))
                .filter(resource -> found.stream().noneMatch(it -> isSame(it, resource)))
                .forEach(found::add);
        found.removeIf(resource -> !resource.isNamespaced() || IGNORED.contains(resource.plural()));
        return found;
    }

    private static Resource<?> asRecorded(Resource<?> resource) {
        return RECORDED_WHOLE.stream()
                .filter(whole -> isSame(whole, resource))
                .<Resource<?>>map(whole -> whole)
                .findFirst()
                .orElseGet(() -> MetadataObject.resource(resource));
    }

    /// A controller that writes `*` writes what every server serves; one that writes `*/scale` reads what it scales.
    private static boolean isWritten(Resource<?> resource, Set<String> written) {
        return written.contains(resource.plural())
                || (written.contains("*") && resource.version().matches("v[0-9]+"));
    }

    private static boolean isSame(Resource<?> one, Resource<?> other) {
        return one.qualifiedName().equals(other.qualifiedName());
    }

    /// Of `update replicasets/status` the resource.
    private static String plural(String write) {
        return write.substring(write.indexOf(' ') + 1).replaceFirst("/.*", "");
    }
}
