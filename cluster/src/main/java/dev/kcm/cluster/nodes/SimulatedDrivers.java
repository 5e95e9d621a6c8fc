package dev.kcm.cluster.nodes;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.cluster.loop.KeyLoop;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Drivers of devices that nobody has: for every node they publish what its annotation says ([DeviceAnnotation]), with
/// one driver `SORT.kcm.dev`, and a device class of that name, for each sort of devices.
public final class SimulatedDrivers implements AutoCloseable {
    private static final String DOMAIN = ".kcm.dev";

    private final Api<ResourceSlice> api;
    private final Api<DeviceClass> classesApi;
    private final Store<Node> nodes;
    private final Store<ResourceSlice> slices;
    private final Store<DeviceClass> classes;
    private final KeyLoop loop;

    /// To be constructed before the informers start.
    public SimulatedDrivers(Client client, Informers informers, Clock clock, Metrics metrics) {
        this.api = client.on(ResourceSlice.RESOURCE_SLICES);
        this.classesApi = client.on(DeviceClass.DEVICE_CLASSES);
        this.nodes = informers.store(Node.NODES);
        this.slices = informers.store(ResourceSlice.RESOURCE_SLICES);
        this.classes = informers.store(DeviceClass.DEVICE_CLASSES);
        this.loop = new KeyLoop("device-drivers", 1, clock, metrics, this::sync);
        nodes.onChange(change -> enqueueIfOutdated(change.object()));
        slices.onChange(change -> change.object()
                .spec()
                .nodeName()
                .filter(_ -> isOurs(change.object()))
                .ifPresent(node -> loop.enqueue(ObjectKey.of(node))));
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

    /// Nodes change every few seconds and mostly have no devices.
    private void enqueueIfOutdated(Node node) {
        if (!DeviceAnnotation.of(node).equals(published(node.name()))) {
            loop.enqueue(node.key());
        }
    }

    private Optional<Duration> sync(ObjectKey key) {
        var node = nodes.find(key);
        var wanted = node.map(DeviceAnnotation::of).orElse(Map.of());
        wanted.forEach((sort, count) -> publish(node.orElseThrow(), sort, count));
        sliceNames(key.name()).stream()
                .filter(name -> wanted.keySet().stream().noneMatch(sort -> name.equals(sliceName(key.name(), sort))))
                .forEach(this::withdraw);
        return Optional.empty();
    }

    private void publish(Node node, String sort, int count) {
        if (classes.find(ObjectKey.of(sort + DOMAIN)).isEmpty()) {
            createdUnlessThere(() -> classesApi.create(deviceClass(sort)));
        }
        var present = slices.find(ObjectKey.of(sliceName(node.name(), sort)));
        if (present.isEmpty()) {
            createdUnlessThere(() -> api.create(slice(node, sort, count, 1)));
        } else if (present.get().spec().devices().size() != count) {
            long next = present.get().spec().pool().generation() + 1;
            api.update(present.get().withSpec(slice(node, sort, count, next).spec()));
        }
    }

    private void withdraw(String slice) {
        try {
            api.delete(ObjectKey.of(slice), DeleteOptions.plain());
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.NotFound)) {
                throw refused;
            }
        }
    }

    private Map<String, Integer> published(String node) {
        return sliceNames(node).stream()
                .flatMap(name -> slices.find(ObjectKey.of(name)).stream())
                .collect(Collectors.toMap(
                        slice -> sort(slice.spec().driver()),
                        slice -> slice.spec().devices().size()));
    }

    private Set<String> sliceNames(String node) {
        return slices.all().stream()
                .filter(slice -> isOurs(slice)
                        && slice.spec().nodeName().filter(node::equals).isPresent())
                .map(ResourceSlice::name)
                .collect(Collectors.toSet());
    }

    private static boolean isOurs(ResourceSlice slice) {
        return slice.spec().driver().endsWith(DOMAIN);
    }

    private static String sort(String driver) {
        return driver.substring(0, driver.length() - DOMAIN.length());
    }

    private static String sliceName(String node, String sort) {
        return node + "-" + sort + DOMAIN;
    }

    private static DeviceClass deviceClass(String sort) {
        return DeviceClass.builder()
                .metadata(metadata -> metadata.name(sort + DOMAIN))
                .spec(spec -> spec.addSelectors(selector ->
                        selector.cel(cel -> cel.expression("device.driver == \"%s\"".formatted(sort + DOMAIN)))))
                .build();
    }

    /// Goes with its node: the garbage collector's work, should nobody be here to withdraw it.
    private static ResourceSlice slice(Node node, String sort, int count, long generation) {
        return ResourceSlice.builder()
                .metadata(metadata -> metadata.name(sliceName(node.name(), sort))
                        .addOwnerReferences(owner -> owner.apiVersion("v1")
                                .kind("Node")
                                .name(node.name())
                                .uid(node.uid())
                                .controller(true)))
                .spec(spec -> {
                    spec.driver(sort + DOMAIN)
                            .nodeName(node.name())
                            .pool(pool -> pool.name(node.name())
                                    .generation(generation)
                                    .resourceSliceCount(1));
                    for (int number = 0; number < count; number++) {
                        var name = sort + "-" + number;
                        spec.addDevices(device -> device.name(name));
                    }
                })
                .build();
    }

    private static void createdUnlessThere(Runnable create) {
        try {
            create.run();
        } catch (ApiException refused) {
            if (!(refused.failure() instanceof ApiFailure.AlreadyExists)) {
                throw refused;
            }
        }
    }
}
