package dev.kcm.testing.trajectory;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Claims, volumes and classes of volume attributes keep the finalizer that protects them as long as they are in
/// use: a claim by a pod with a node, a volume by being bound, a class by a claim or a volume that names it. Nobody
/// but a user takes it from one that is not deleted. What began a moment ago may not have been noticed.
final class StorageInUseStays implements Invariant {
    private static final String NAME = "storage-in-use-stays";
    private static final Map<String, String> FINALIZERS = Map.of(
            "PersistentVolumeClaim", "kubernetes.io/pvc-protection",
            "PersistentVolume", "kubernetes.io/pv-protection",
            "VolumeAttributesClass", "kubernetes.io/vac-protection");

    /// Since when a pod has had its node, and a claim or volume names its class.
    private final Map<String, Instant> since = new HashMap<>();

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        uses(change.object()).forEach(use -> since.putIfAbsent(use, world.now()));
        var object = change.object();
        var finalizer = FINALIZERS.get(object.resource().kind());
        if (finalizer == null
                || !change.losesFinalizer(finalizer)
                || world.userWrites().changed(object)) {
            return;
        }
        if (change.before().filter(KubeObject::isDeleting).isEmpty()) {
            violations.accept(Violation.of(NAME, object, "lost its protection and is not deleted", change));
            return;
        }
        user(change, world)
                .ifPresent(user ->
                        violations.accept(Violation.of(NAME, object, "lost its protection, and " + user, change)));
    }

    private Optional<String> user(ObservedChange change, World world) {
        return switch (change.object()) {
            case PersistentVolumeClaim claim -> podWith(claim, world);
            case PersistentVolume _ ->
                change.before()
                        .filter(it -> ((PersistentVolume) it).status().phase().equals("Bound"))
                        .map(_ -> "it is bound");
            case VolumeAttributesClass attributes -> namedBy(attributes, world);
            default -> Optional.empty();
        };
    }

    private Optional<String> podWith(PersistentVolumeClaim claim, World world) {
        return world.objects().stream()
                .filter(Pod.class::isInstance)
                .map(Pod.class::cast)
                .filter(pod -> pod.spec().volumes().stream().anyMatch(volume -> isFor(volume, pod, claim)))
                .filter(pod -> isOld(pod.uid() + pod.spec().nodeName(), world))
                .findFirst()
                .map(pod -> "pod %s uses it".formatted(pod.name()));
    }

    /// A pod that is shut down lets go of the claims that were made for it.
    private static boolean isFor(Volume volume, Pod pod, PersistentVolumeClaim claim) {
        if (pod.spec().nodeName().isEmpty()) {
            return false;
        }
        var source = volume.volumeSource();
        boolean isShutDown =
                pod.isDeleting() && pod.metadata().deletionGracePeriodSeconds().orElse(1L) == 0;
        return source.persistentVolumeClaim()
                        .filter(it -> it.claimName().equals(claim.name()))
                        .isPresent()
                || (source.ephemeral().isPresent()
                        && !isShutDown
                        && claim.name().equals(pod.name() + "-" + volume.name())
                        && World.controllerReference(claim)
                                .filter(owner -> owner.uid().equals(pod.uid()))
                                .isPresent());
    }

    private Optional<String> namedBy(VolumeAttributesClass attributes, World world) {
        return world.objects().stream()
                .filter(it -> classesOf(it).anyMatch(attributes.name()::equals))
                .filter(it -> isOld(it.uid() + attributes.name(), world))
                .findFirst()
                .map(it -> "%s %s names it".formatted(it.resource().kind(), it.name()));
    }

    private boolean isOld(String use, World world) {
        return world.isLongAgo(since.getOrDefault(use, world.now()));
    }

    private static List<String> uses(KubeObject object) {
        return object instanceof Pod pod
                ? List.of(pod.uid() + pod.spec().nodeName())
                : classesOf(object).map(name -> object.uid() + name).toList();
    }

    private static Stream<String> classesOf(KubeObject object) {
        return switch (object) {
            case PersistentVolumeClaim claim ->
                Stream.of(
                                claim.spec().volumeAttributesClassName(),
                                claim.status().currentVolumeAttributesClassName(),
                                claim.status().modifyVolumeStatus().map(it -> it.targetVolumeAttributesClassName()))
                        .flatMap(Optional::stream);
            case PersistentVolume volume -> volume.spec().volumeAttributesClassName().stream();
            default -> Stream.empty();
        };
    }
}
