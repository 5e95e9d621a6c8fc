package dev.kcm.cluster.scheduling;

import dev.kcm.client.Api;
import dev.kcm.client.Client;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.selector.Selector;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Volumes of pods: a pod waits for claims that are bound without it, goes where its bound volumes can be reached, and
/// chooses the node for claims that wait for their first consumer. Only the scheduler's one worker asks.
final class VolumeScheduling {
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    private static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
    private static final String NOT_PROVISIONED = "kubernetes.io/no-provisioner";

    private static final Index<Pod> PODS_BY_CLAIM =
            new Index<>(Pod.PODS, "volume claim", pod -> List.copyOf(claimsOf(pod)));

    private final Api<PersistentVolume> volumeApi;
    private final Api<PersistentVolumeClaim> claimApi;
    private final Store<PersistentVolumeClaim> claims;
    private final Store<PersistentVolume> volumes;
    private final Store<StorageClass> classes;

    /// What is known of a pod's claims.
    sealed interface Claims {
        /// @param bound those with a volume
        /// @param delayed those whose volume is chosen with the node
        record Present(List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> delayed) implements Claims {}

        record Unusable(String message) implements Claims {}
    }

    /// @param changed told when volumes or classes changed, so that pods that could not be placed may be
    /// @param retry told of pods whose claims changed
    VolumeScheduling(Client client, Informers informers, Runnable changed, Consumer<ObjectKey> retry) {
        this.volumeApi = client.on(PersistentVolume.PERSISTENT_VOLUMES);
        this.claimApi = client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        this.claims = informers.store(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        this.volumes = informers.store(PersistentVolume.PERSISTENT_VOLUMES);
        this.classes = informers.store(StorageClass.STORAGE_CLASSES);
        var pods = informers.store(Pod.PODS);
        pods.index(PODS_BY_CLAIM);
        claims.onChange(
                change -> pods.byIndex(PODS_BY_CLAIM, change.object().key()).forEach(pod -> retry.accept(pod.key())));
        volumes.onChange(change -> {
            if (!(change instanceof Change.Updated<PersistentVolume>(var before, var now))
                    || !before.spec().equals(now.spec())
                    || !before.status().phase().equals(now.status().phase())) {
                changed.run();
            }
        });
        classes.onChange(_ -> changed.run());
    }

    Claims of(Pod pod) {
        var bound = new ArrayList<PersistentVolumeClaim>();
        var delayed = new ArrayList<PersistentVolumeClaim>();
        for (var volume : pod.spec().volumes()) {
            var key = claimOf(pod, volume);
            if (key.isPresent()) {
                var claim = claims.find(key.get());
                var problem = problem(pod, volume, key.get(), claim);
                if (problem.isPresent()) {
                    return new Claims.Unusable(problem.get());
                }
                (isBound(claim.orElseThrow()) ? bound : delayed).add(claim.get());
            }
        }
        return delayed.stream().allMatch(this::isDelayed)
                ? new Claims.Present(bound, delayed)
                : new Claims.Unusable("pod has unbound immediate PersistentVolumeClaims");
    }

    /// Why the pod cannot be on this node because of its volumes; empty if it can.
    String mismatch(Claims.Present present, Node node) {
        for (var claim : present.bound()) {
            var volume = volumes.find(ObjectKey.of(claim.spec().volumeName()));
            if (volume.isEmpty()) {
                return "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
            }
            if (!isReachable(volume.get(), node)) {
                return "node(s) didn't match PersistentVolume's node affinity";
            }
        }
        var taken = new HashSet<String>();
        for (var claim : present.delayed()) {
            var volume = matching(claim, node, taken);
            volume.ifPresent(it -> taken.add(it.name()));
            if (volume.isEmpty() && !isProvisioned(claim, node)) {
                return "node(s) didn't find available persistent volumes to bind";
            }
        }
        return "";
    }

    /// Chooses the node for the claims that wait for one: points a volume at each, or has one provisioned. The pod
    /// waits until they are bound.
    void select(Claims.Present present, Node node) {
        var taken = new HashSet<String>();
        for (var claim : present.delayed()) {
            var volume = matching(claim, node, taken);
            if (volume.isPresent()) {
                taken.add(volume.get().name());
                if (volume.get().spec().claimRef().isEmpty()) {
                    volumeApi.update(pointing(volume.get(), claim));
                }
            } else if (!node.name().equals(claim.annotations().get(SELECTED_NODE))) {
                claimApi.update(annotated(claim, node));
            }
        }
    }

    private Optional<String> problem(Pod pod, Volume volume, ObjectKey key, Optional<PersistentVolumeClaim> claim) {
        boolean isEphemeral = volume.ephemeral().isPresent();
        if (claim.isEmpty()) {
            return Optional.of((isEphemeral
                            ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\""
                            : "persistentvolumeclaim \"%s\" not found")
                    .formatted(key.name()));
        }
        if (isEphemeral && !OwnerReferences.isControlledBy(claim.get(), pod)) {
            return Optional.of("PVC %s was not created for pod %s (pod is not owner)".formatted(key, pod.key()));
        }
        if (claim.get().status().phase().equals("Lost")) {
            return Optional.of("persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\""
                    .formatted(key.name(), claim.get().spec().volumeName()));
        }
        return claim.get().isDeleting()
                ? Optional.of("persistentvolumeclaim \"%s\" is being deleted".formatted(key.name()))
                : Optional.empty();
    }

    private static boolean isBound(PersistentVolumeClaim claim) {
        return !claim.spec().volumeName().isEmpty() && claim.annotations().containsKey(BIND_COMPLETED);
    }

    private boolean isDelayed(PersistentVolumeClaim claim) {
        return claim.spec().volumeName().isEmpty()
                && classOf(claim)
                        .flatMap(StorageClass::volumeBindingMode)
                        .filter("WaitForFirstConsumer"::equals)
                        .isPresent();
    }

    private Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
        return claim.spec().storageClassName().flatMap(name -> classes.find(ObjectKey.of(name)));
    }

    /// The volume that points at the claim already, else the smallest that would do. Goes over all volumes, of which an
    /// embedded cluster has few that were not provisioned for a claim.
    private Optional<PersistentVolume> matching(PersistentVolumeClaim claim, Node node, Set<String> taken) {
        PersistentVolume best = null;
        for (var volume : volumes.all()) {
            if (taken.contains(volume.name()) || volume.isDeleting() || !isReachable(volume, node)) {
                continue;
            }
            var pointer = volume.spec().claimRef();
            if (pointer.isPresent()) {
                boolean isIts = pointer.get().namespace().equals(claim.namespace())
                        && pointer.get().name().equals(claim.name())
                        && (pointer.get().uid().isEmpty() || pointer.get().uid().equals(claim.uid()));
                if (isIts) {
                    return Optional.of(volume);
                }
            } else if (suits(volume, claim) && (best == null || isSmaller(volume, best))) {
                best = volume;
            }
        }
        return Optional.ofNullable(best);
    }

    private static boolean suits(PersistentVolume volume, PersistentVolumeClaim claim) {
        var capacity = volume.spec().capacity().get("storage");
        var request = claim.spec().resources().requests().get("storage");
        return volume.status().phase().equals("Available")
                && capacity != null
                && request != null
                && capacity.compareTo(request) >= 0
                && volume.spec()
                        .storageClassName()
                        .equals(claim.spec().storageClassName().orElse(""))
                && volume.spec().volumeMode().equals(claim.spec().volumeMode())
                && volume.spec().accessModes().containsAll(claim.spec().accessModes())
                && volume.spec()
                        .volumeAttributesClassName()
                        .orElse("")
                        .equals(claim.spec().volumeAttributesClassName().orElse(""))
                && claim.spec()
                        .selector()
                        .map(it -> Selector.of(it).matches(volume.labels()))
                        .orElse(true);
    }

    private static boolean isSmaller(PersistentVolume one, PersistentVolume other) {
        int order = size(one).compareTo(size(other));
        return order < 0 || (order == 0 && one.name().compareTo(other.name()) < 0);
    }

    private static Quantity size(PersistentVolume volume) {
        return volume.spec().capacity().getOrDefault("storage", Quantity.ZERO);
    }

    private static boolean isReachable(PersistentVolume volume, Node node) {
        return volume.spec()
                .nodeAffinity()
                .flatMap(affinity -> affinity.required())
                .map(selector -> NodeFit.matches(selector, node))
                .orElse(true);
    }

    /// Whether a volume for it could be made on this node. A node that was selected before stays selected, until the
    /// provisioner takes that back.
    private boolean isProvisioned(PersistentVolumeClaim claim, Node node) {
        var selected = claim.annotations().get(SELECTED_NODE);
        var storageClass = classOf(claim);
        return (selected == null || selected.equals(node.name()))
                && storageClass.isPresent()
                && !storageClass.get().provisioner().equals(NOT_PROVISIONED)
                && isAllowed(storageClass.get(), node);
    }

    private static boolean isAllowed(StorageClass storageClass, Node node) {
        return storageClass.allowedTopologies().isEmpty()
                || storageClass.allowedTopologies().stream()
                        .anyMatch(term -> term.matchLabelExpressions().stream()
                                .allMatch(
                                        it -> it.values().contains(node.labels().getOrDefault(it.key(), ""))));
    }

    private static PersistentVolume pointing(PersistentVolume volume, PersistentVolumeClaim claim) {
        var annotations = new TreeMap<>(volume.annotations());
        annotations.put(BOUND_BY_CONTROLLER, "yes");
        return volume.withMetadata(metadata -> metadata.annotations(annotations))
                .withSpec(spec -> spec.claimRef(reference -> reference
                        .kind("PersistentVolumeClaim")
                        .apiVersion("v1")
                        .namespace(claim.namespace())
                        .name(claim.name())
                        .uid(claim.uid())
                        .resourceVersion(claim.resourceVersion())));
    }

    private static PersistentVolumeClaim annotated(PersistentVolumeClaim claim, Node node) {
        var annotations = new TreeMap<>(claim.annotations());
        annotations.put(SELECTED_NODE, node.name());
        return claim.withMetadata(metadata -> metadata.annotations(annotations));
    }

    private static Set<ObjectKey> claimsOf(Pod pod) {
        var keys = new HashSet<ObjectKey>();
        pod.spec().volumes().forEach(volume -> claimOf(pod, volume).ifPresent(keys::add));
        return keys;
    }

    private static Optional<ObjectKey> claimOf(Pod pod, Volume volume) {
        return volume.persistentVolumeClaim()
                .map(source -> ObjectKey.of(pod.namespace(), source.claimName()))
                .or(() -> volume.ephemeral().map(_ -> ObjectKey.of(pod.namespace(), pod.name() + "-" + volume.name())));
    }
}
