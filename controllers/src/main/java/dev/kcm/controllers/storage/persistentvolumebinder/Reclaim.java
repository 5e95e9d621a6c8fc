package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;

/// What becomes of a volume whose claim is gone: kept, deleted or scrubbed, as its policy says. What fails is tried
/// again with every sync.
///
/// @param resync when a volume that is not yet where it should be is synced again
record Reclaim(VolumePlugins plugins, Recycling recycling, Duration resync) {

    Plan decide(Snapshot.OfVolume snapshot) {
        var volume = snapshot.volume();
        if (!volume.annotations().getOrDefault(Annotations.MIGRATED_TO, "").isEmpty()) {
            return Plan.nothing("the CSI driver %s reclaims it"
                    .formatted(volume.annotations().get(Annotations.MIGRATED_TO)));
        }
        return switch (volume.spec().persistentVolumeReclaimPolicy()) {
            case "Retain" -> Plan.nothing("its claim is gone, and it is retained");
            case "Delete" -> delete(volume);
            case "Recycle" -> recycling.decide(snapshot, plugins.of(volume)).wakingIn(resync);
            default ->
                VolumeStatuses.failed(
                        volume,
                        Reasons.UNKNOWN_RECLAIM_POLICY,
                        "Volume has unrecognized PersistentVolumeReclaimPolicy");
        };
    }

    /// Whether what is behind it would be destroyed here: such a volume is read from the server first.
    boolean isDestroyedHere(PersistentVolume volume) {
        return volume.spec().persistentVolumeReclaimPolicy().equals("Delete")
                && plugins.deleter(volume) instanceof VolumePlugins.DeleterChoice.InTree;
    }

    private Plan delete(PersistentVolume volume) {
        return switch (plugins.deleter(volume)) {
            case VolumePlugins.DeleterChoice.External() ->
                Plan.nothing("its claim is gone, and an external provisioner deletes it");
            case VolumePlugins.DeleterChoice.None(var error) ->
                VolumeStatuses.failed(volume, Reasons.FAILED_DELETE, error).wakingIn(resync);
            case VolumePlugins.DeleterChoice.InTree(var plugin, var deleter) ->
                deleter.refusal(volume)
                        .map(error -> VolumeStatuses.failed(volume, Reasons.FAILED_DELETE, error)
                                .wakingIn(resync))
                        .orElseGet(() -> deleted(volume, plugin, deleter));
        };
    }

    private static Plan deleted(PersistentVolume volume, VolumePlugin plugin, VolumePlugin.Deleter deleter) {
        var steps = new ArrayList<Step>();
        steps.add(Step.change(volume.ref(), deleter.deletion(volume)));
        var finalizers = volume.metadata().finalizers();
        if (finalizers.contains(Finalizers.IN_TREE)) {
            steps.add(Step.update(volume.withMetadata(
                    metadata -> metadata.finalizers(Migration.without(finalizers, Finalizers.IN_TREE)))));
        }
        if (!volume.isDeleting()) {
            steps.add(Step.delete(volume));
        }
        return Plan.inOrder("its claim is gone, and %s deletes it".formatted(plugin.name()), steps);
    }

    Plan settle(Snapshot.OfVolume snapshot, Outcomes writes) {
        var failure = diskFailure(writes);
        if (failure.isPresent()) {
            return VolumeStatuses.failed(snapshot.volume(), Reasons.FAILED_DELETE, failure.get());
        }
        return unbinding(snapshot, writes)
                .map(unbinding -> unbinding.phase(writes))
                .orElseGet(() -> Plan.nothing("no status of its own"));
    }

    private static Optional<String> diskFailure(Outcomes writes) {
        return writes.all().stream()
                .filter(outcome -> outcome instanceof Outcome.Refused && outcome.step() instanceof Step.ChangeDisk)
                .map(outcome -> ((Outcome.Refused) outcome).because().message())
                .findFirst();
    }

    /// The pointer that was taken back, if one was.
    private static Optional<Unbinding> unbinding(Snapshot.OfVolume snapshot, Outcomes writes) {
        return writes.all().stream()
                .filter(Outcome.Applied.class::isInstance)
                .flatMap(outcome -> outcome.step() instanceof Step.Write write && !write.isStatusUpdate()
                        ? write.object().stream()
                        : Stream.empty())
                .filter(PersistentVolume.class::isInstance)
                .map(PersistentVolume.class::cast)
                .filter(written -> isUnbound(written) && !isUnbound(snapshot.volume()))
                .map(written -> Unbinding.of(snapshot.volume(), "it is unbound"))
                .findFirst();
    }

    private static boolean isUnbound(PersistentVolume volume) {
        return volume.spec().claimRef().map(it -> it.uid().isEmpty()).orElse(true);
    }
}
