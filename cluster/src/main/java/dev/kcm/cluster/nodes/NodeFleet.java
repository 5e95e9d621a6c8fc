package dev.kcm.cluster.nodes;

import dev.kcm.base.Clock;
import dev.kcm.base.log.Log;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import dev.kcm.runtime.cloud.Instances;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The nodes themselves: registers the first ones, keeps every node's status as its annotations
/// want it and renews its lease.
public final class NodeFleet implements AutoCloseable {
    private static final Log log = Log.of(NodeFleet.class);
    private static final Duration BETWEEN_HEARTBEATS = Duration.ofSeconds(10);
    private static final int LEASE_SECONDS = 40;
    private static final String LEASES_IN = "kube-node-lease";
    private static final String MANAGED_ATTACHMENT = "volumes.kubernetes.io/controller-managed-attach-detach";

    private final Api<Node> api;
    private final Api<Lease> leases;
    private final Store<Node> nodes;
    private final Instances machines;
    private final Clock clock;
    private final boolean hasStorage;
    private final KeyLoop loop;
    private final Map<ObjectKey, Lease> held = new ConcurrentHashMap<>();

    /// To be constructed before the informers start.
    ///
    /// @param machines what the cloud says of the nodes, which each says of itself
    /// @param hasStorage nodes say that a controller attaches their volumes
    public NodeFleet(
            Client client, Informers informers, Instances machines, Clock clock, Metrics metrics, boolean hasStorage) {
        this.hasStorage = hasStorage;
        this.machines = machines;
        this.api = client.on(Node.NODES);
        this.leases = client.on(Lease.LEASES);
        this.nodes = informers.store(Node.NODES);
        this.clock = clock;
        this.loop = new KeyLoop("node-fleet", 2, clock, metrics, this::sync);
        nodes.onChange(this::changed);
    }

    /// Creates `node-1` to `node-count` as far as they do not exist.
    public void register(int count) {
        for (int number = 1; number <= count; number++) {
            try {
                api.create(node(number));
            } catch (ApiException refused) {
                if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                    throw refused;
                }
            }
        }
    }

    public void start() {
        loop.start();
    }

    public boolean isQuiet() {
        return loop.isQuiet();
    }

    @Override
    public void close() {
        loop.close();
    }

    private Node node(int number) {
        var name = "node-" + number;
        var node = Node.builder()
                .metadata(metadata -> metadata.name(name)
                        .putLabels("kubernetes.io/hostname", name)
                        .putLabels("kubernetes.io/os", "linux")
                        .putLabels("kubernetes.io/arch", "amd64")
                        .putLabels("kcm.dev/simulated", "true"))
                .build();
        return MachineFacts.on(node, machines.metadata(node));
    }

    private void changed(Change<Node> change) {
        var node = change.object();
        if (change instanceof Change.Deleted<Node>) {
            held.remove(node.key());
        } else if (change instanceof Change.Added<Node> || needsStatus(node) || isHeardAgain(change)) {
            loop.enqueue(node.key());
        }
    }

    private static boolean isHeardAgain(Change<Node> change) {
        return change instanceof Change.Updated<Node>(var before, var now)
                && NodeLabels.isSilent(before)
                && !NodeLabels.isSilent(now);
    }

    /// A heartbeat: the status where it is not as it should be, and the lease in any case.
    private Optional<Duration> sync(ObjectKey key) {
        var node = nodes.find(key);
        if (node.isEmpty() || NodeLabels.isSilent(node.get())) {
            return Optional.empty();
        }
        try {
            var known = withAttachment(withMachine(node.get()));
            if (needsStatus(known)) {
                writeStatus(known);
            }
            renew(known);
        } catch (ApiException refused) {
            held.remove(key);
            if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                throw refused;
            }
            log.v(2).info("Node was deleted", "node", key.name(), "err", refused.getMessage());
        }
        return Optional.of(BETWEEN_HEARTBEATS);
    }

    /// A node that somebody created without saying which machine it is gets to know.
    private Node withMachine(Node node) {
        return node.spec().providerID().isEmpty() ? api.update(MachineFacts.on(node, machines.metadata(node))) : node;
    }

    private Node withAttachment(Node node) {
        return hasStorage && !node.annotations().containsKey(MANAGED_ATTACHMENT)
                ? api.update(node.withMetadata(it -> it.putAnnotations(MANAGED_ATTACHMENT, "true")))
                : node;
    }

    private static boolean needsStatus(Node node) {
        return !NodeLabels.isSilent(node) && isOutdated(node);
    }

    private static boolean isOutdated(Node node) {
        return NodeStatuses.isReady(node) != NodeAnnotations.wantsReady(node)
                || node.status().conditions().isEmpty();
    }

    private void writeStatus(Node node) {
        var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        var addresses = machines.metadata(node).addresses();
        api.updateStatus(NodeStatuses.reporting(node, NodeAnnotations.wantsReady(node), addresses, now));
    }

    private void renew(Node node) {
        var key = ObjectKey.of(LEASES_IN, node.name());
        var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        var known = Optional.ofNullable(held.get(node.key())).or(() -> found(key));
        var renewed = known.isPresent()
                ? leases.update(known.get().withSpec(spec -> spec.renewTime(now)))
                : leases.create(lease(node, key, now));
        held.put(node.key(), renewed);
    }

    private Optional<Lease> found(ObjectKey key) {
        try {
            return Optional.of(leases.get(key));
        } catch (ApiException refused) {
            if (refused.failure() instanceof ApiFailure.NotFound) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private static Lease lease(Node node, ObjectKey key, java.time.Instant now) {
        return Lease.builder()
                .metadata(metadata -> metadata.name(key.name())
                        .namespace(key.namespace())
                        .addOwnerReferences(owner -> owner.apiVersion("v1")
                                .kind("Node")
                                .name(node.name())
                                .uid(node.uid())))
                .spec(spec -> spec.holderIdentity(node.name())
                        .leaseDurationSeconds(LEASE_SECONDS)
                        .renewTime(now))
                .build();
    }
}
