package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.storage.v1.StorageClass;
import java.util.Map;

/// Claims and volumes: which class, node or provisioner a claim waits for, and what becomes of a volume.
final class VolumeDiagnostics {
    static final Map<String, Diagnostic> BY_PLURAL = Map.of(
            "persistentvolumeclaims", VolumeDiagnostics::claim,
            "persistentvolumes", VolumeDiagnostics::volume);

    private static final String BINDER = "persistentvolume-binder-controller";
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private VolumeDiagnostics() {}

    private static Causes claim(DynamicObject claim, ClusterView view) {
        var volume = text(claim, "spec", "volumeName");
        return switch (text(claim, "status", "phase")) {
            case "Bound" -> Causes.of("it is bound to the volume " + volume);
            case "Lost" ->
                Causes.of("it was bound to the volume %s, which is gone or another claim's".formatted(volume));
            default -> volume.isEmpty() ? open(claim, view) : named(volume, view);
        };
    }

    private static Causes named(String volume, ClusterView view) {
        var causes = view.without(BINDER);
        var found = view.find(PersistentVolume.PERSISTENT_VOLUMES, ObjectKey.of(volume));
        return found.isEmpty()
                ? causes.because("it names the volume %s, which does not exist".formatted(volume))
                : causes.because("it names the volume %s".formatted(volume))
                        .seeing(found.stream().toList());
    }

    private static Causes open(DynamicObject claim, ClusterView view) {
        var causes = view.without(BINDER);
        var wanted = claim.content().textAt("spec", "storageClassName");
        if (wanted.isEmpty() || wanted.get().isEmpty()) {
            return causes.because("it names no storage class, so it waits for a volume created for it");
        }
        var found = view.find(StorageClass.STORAGE_CLASSES, ObjectKey.of(wanted.get()));
        if (found.isEmpty()) {
            return causes.because("it names the storage class %s, which does not exist".formatted(wanted.get()));
        }
        var node = claim.annotations().getOrDefault(SELECTED_NODE, "");
        if (text(found.get(), "volumeBindingMode").equals("WaitForFirstConsumer") && node.isEmpty()) {
            return causes.because("its storage class %s waits for the first pod that uses it".formatted(wanted.get()));
        }
        return causes.because("the provisioner %s of its storage class %s has to provision a volume%s"
                .formatted(text(found.get(), "provisioner"), wanted.get(), node.isEmpty() ? "" : " for node " + node));
    }

    private static Causes volume(DynamicObject volume, ClusterView view) {
        var causes = view.without(BINDER);
        var claim = "%s/%s"
                .formatted(text(volume, "spec", "claimRef", "namespace"), text(volume, "spec", "claimRef", "name"));
        return switch (text(volume, "status", "phase")) {
            case "Bound" -> Causes.of("it is bound to the claim " + claim);
            case "Released" -> causes.because(released(volume, claim));
            case "Failed" -> causes.because("it could not be reclaimed: " + text(volume, "status", "message"));
            default ->
                claim.equals("/")
                        ? causes.because("no claim has it")
                        : causes.because("it is kept for the claim %s".formatted(claim));
        };
    }

    private static String released(DynamicObject volume, String claim) {
        var policy = text(volume, "spec", "persistentVolumeReclaimPolicy");
        return policy.equals("Retain")
                ? "its claim %s is gone, and it is retained until somebody deletes it or takes its spec.claimRef away"
                        .formatted(claim)
                : "its claim %s is gone, and its policy is %s; whoever provisioned it has to do so: %s"
                        .formatted(
                                claim,
                                policy,
                                volume.annotations().getOrDefault("pv.kubernetes.io/provisioned-by", "unknown"));
    }
}
