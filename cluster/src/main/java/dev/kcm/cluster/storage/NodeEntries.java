package dev.kcm.cluster.storage;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.util.Optional;

/// The driver runs on every node, which a CSINode tells; the garbage collector takes that away with its node.
final class NodeEntries implements AutoCloseable {
    private final Api<CSINode> api;
    private final Store<Node> nodes;
    private final Store<CSINode> entries;
    private final KeyLoop loop;

    NodeEntries(Client client, Informers informers, Clock clock, Metrics metrics) {
        this.api = client.on(CSINode.CSI_NODES);
        this.nodes = informers.store(Node.NODES);
        this.entries = informers.store(CSINode.CSI_NODES);
        this.loop = new KeyLoop("csi-nodes", 1, clock, metrics, this::sync);
        nodes.onChange(change -> {
            if (change instanceof Change.Added<Node>) {
                loop.enqueue(change.object().key());
            }
        });
        entries.onChange(change -> {
            if (change instanceof Change.Deleted<CSINode>) {
                loop.enqueue(change.object().key());
            }
        });
    }

    void start() {
        loop.start();
    }

    boolean isQuiet() {
        return loop.isQuiet();
    }

    @Override
    public void close() {
        loop.close();
    }

    private Optional<Duration> sync(ObjectKey key) {
        var node = nodes.find(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        var present = entries.find(key);
        if (present.isEmpty()) {
            create(entry(node.get()));
        } else if (!hasDriver(present.get())) {
            api.update(present.get()
                    .withSpec(spec -> spec.addDrivers(
                            driver -> driver.name(DriverNames.DRIVER).nodeID(key.name()))));
        }
        return Optional.empty();
    }

    private void create(CSINode entry) {
        try {
            api.create(entry);
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }

    private static boolean hasDriver(CSINode entry) {
        return entry.spec().drivers().stream().anyMatch(it -> it.name().equals(DriverNames.DRIVER));
    }

    private static CSINode entry(Node node) {
        return CSINode.builder()
                .metadata(metadata -> metadata.name(node.name())
                        .addOwnerReferences(owner -> owner.apiVersion("v1")
                                .kind("Node")
                                .name(node.name())
                                .uid(node.uid())))
                .spec(spec -> spec.addDrivers(
                        driver -> driver.name(DriverNames.DRIVER).nodeID(node.name())))
                .build();
    }
}
