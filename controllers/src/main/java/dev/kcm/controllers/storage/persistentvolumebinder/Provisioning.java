package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.runtime.disk.DiskChange;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Has a volume made for a claim that none matches: asks an external provisioner by an annotation, or makes a
/// directory. The status of the claim is left alone meanwhile, as upstream.
record Provisioning(VolumePlugins plugins, boolean isEnabled) {
    private static final String DELETE = "Delete";

    Plan decide(Snapshot.OfClaim snapshot) {
        var claim = snapshot.claim();
        var className = StorageFacts.classOf(claim);
        if (!isEnabled) {
            return Plan.nothing("no volume matches it, and dynamic provisioning is off");
        }
        if (snapshot.storageClass().isEmpty()) {
            return failed(claim, "storageclass.storage.k8s.io \"%s\" not found".formatted(className));
        }
        var storageClass = snapshot.storageClass().get();
        return switch (plugins.provisioner(storageClass.provisioner())) {
            case VolumePlugins.ProvisionerChoice.None(var error) -> failed(claim, error);
            case VolumePlugins.ProvisionerChoice.External(var name) -> external(claim, className, name);
            case VolumePlugins.ProvisionerChoice.InTree(var plugin, var provisioner) ->
                inTree(snapshot, storageClass, plugin, provisioner);
        };
    }

    private static Plan external(PersistentVolumeClaim claim, String className, String provisioner) {
        var steps = new ArrayList<Step>();
        asking(claim, provisioner).ifPresent(steps::add);
        steps.add(Step.event(
                claim.ref(),
                Reasons.EXTERNAL_PROVISIONING,
                ("Waiting for a volume to be created either by the external provisioner '%s' or manually by the system"
                                + " administrator. If volume creation is delayed, please verify that the provisioner is"
                                + " running and correctly registered.")
                        .formatted(provisioner)));
        return Plan.inOrder(
                "it waits for provisioner %s of its storage class %s".formatted(provisioner, className), steps);
    }

    /// The write that says who is to make the volume, unless the claim says so already.
    private static Optional<Step.Write> asking(PersistentVolumeClaim claim, String provisioner) {
        if (provisioner.equals(claim.annotations().get(Annotations.PROVISIONER))) {
            return Optional.empty();
        }
        var annotations = Annotations.with(
                Annotations.with(claim.annotations(), Annotations.PROVISIONER, provisioner),
                Annotations.BETA_PROVISIONER,
                provisioner);
        return Optional.of(Step.update(
                claim.withMetadata(metadata -> metadata.annotations(Migration.annotations(annotations, provisioner)))));
    }

    private static Plan inTree(
            Snapshot.OfClaim snapshot,
            StorageClass storageClass,
            VolumePlugin plugin,
            VolumePlugin.Provisioner provisioner) {
        var claim = snapshot.claim();
        if (claim.spec().dataSource().isPresent()) {
            return failed(
                    claim,
                    ("plugin \"%s\" is not a CSI plugin. Only CSI plugin can provision a claim with a" + " datasource")
                            .formatted(plugin.name()));
        }
        var asking = asking(claim, storageClass.provisioner());
        if (asking.isPresent()) {
            return Plan.of("it is provisioned by " + plugin.name(), asking.get());
        }
        return obstacle(snapshot, storageClass, provisioner)
                .map(error -> failed(claim, error))
                .orElseGet(() -> provisioner
                        .refusal(claim)
                        .map(error -> rescheduled(claim, storageClass.name(), error))
                        .orElseGet(() -> provisioned(claim, storageClass, plugin, provisioner)));
    }

    private static Optional<String> obstacle(
            Snapshot.OfClaim snapshot, StorageClass storageClass, VolumePlugin.Provisioner provisioner) {
        if (!storageClass.mountOptions().isEmpty()) {
            return Optional.of(
                    "Mount options are not supported by the provisioner but StorageClass \"%s\" has mount options [%s]"
                            .formatted(storageClass.name(), String.join(" ", storageClass.mountOptions())));
        }
        var disabled = provisioner.disabledReason();
        if (disabled.isPresent()) {
            return disabled.map(reason -> "Failed to create provisioner: " + reason);
        }
        var node = snapshot.claim().annotations().get(Annotations.SELECTED_NODE);
        return node == null || snapshot.nodeExists()
                ? Optional.empty()
                : Optional.of("Failed to get target node: node \"%s\" not found".formatted(node));
    }

    private static Plan provisioned(
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            VolumePlugin plugin,
            VolumePlugin.Provisioner provisioner) {
        var made = provisioner.provision(claim);
        var volume = complete(made.volume(), claim, storageClass.reclaimPolicy().orElse(DELETE), plugin.name());
        return Plan.of(
                "its volume is provisioned by " + plugin.name(),
                Step.change(claim.ref(), made.change()),
                Step.create(volume).mootWhen(ApiFailure.AlreadyExists.class),
                Step.event(
                        claim.ref(),
                        Reasons.PROVISIONING_SUCCEEDED,
                        "Successfully provisioned volume %s using %s".formatted(volume.name(), plugin.name())));
    }

    private static PersistentVolume complete(
            PersistentVolume volume, PersistentVolumeClaim claim, String policy, String plugin) {
        var annotations = Annotations.with(
                Annotations.with(volume.annotations(), Annotations.BOUND_BY_CONTROLLER, Annotations.YES),
                Annotations.PROVISIONED_BY,
                plugin);
        return volume.withMetadata(metadata -> metadata.name("pvc-" + claim.uid())
                        .annotations(annotations)
                        .finalizers(policy.equals(DELETE) ? List.of(Finalizers.IN_TREE) : List.of()))
                .withSpec(spec -> spec.claimRef(Binding.reference(claim))
                        .storageClassName(StorageFacts.classOf(claim))
                        .persistentVolumeReclaimPolicy(policy));
    }

    /// Tells what went wrong; what was made of a volume that could not be stored is deleted again.
    Plan settle(Snapshot.OfClaim snapshot, Outcomes writes) {
        return writes.all().stream()
                .filter(Outcome.Refused.class::isInstance)
                .map(Outcome.Refused.class::cast)
                .findFirst()
                .map(refused -> told(snapshot.claim(), writes, refused))
                .orElseGet(() -> Plan.nothing("no status of its own"));
    }

    private static Plan told(PersistentVolumeClaim claim, Outcomes writes, Outcome.Refused refused) {
        var message = refused.because().message();
        if (refused.step() instanceof Step.ChangeDisk) {
            return rescheduled(claim, StorageFacts.classOf(claim), message);
        }
        if (refused.step().isCreate()) {
            return discarded(claim, writes, message);
        }
        boolean isAsking = !Annotations.has(claim, Annotations.PROVISIONER)
                && refused.step() instanceof Step.Write write
                && write.object()
                        .filter(it -> Annotations.has(it, Annotations.PROVISIONER))
                        .isPresent();
        return isAsking ? failed(claim, "Error saving claim: " + message) : Plan.nothing("to be tried again");
    }

    private static Plan discarded(PersistentVolumeClaim claim, Outcomes writes, String error) {
        var steps = new ArrayList<Step>();
        steps.add(Step.warning(
                claim.ref(),
                Reasons.PROVISIONING_FAILED,
                "Error creating provisioned PV object for claim %s: %s. Deleting the volume."
                        .formatted(claim.key(), error)));
        for (var outcome : writes.all()) {
            if (outcome instanceof Outcome.DiskChanged(Step.ChangeDisk(var about, var change))) {
                steps.add(Step.change(about, new DiskChange.DeleteTree(change.path())));
            }
        }
        return Plan.inOrder("its volume could not be stored and is deleted again", steps);
    }

    private static Plan failed(PersistentVolumeClaim claim, String message) {
        return Plan.of(message, Step.warning(claim.ref(), Reasons.PROVISIONING_FAILED, message));
    }

    /// A failure that another node may not have: the scheduler is to choose again.
    private static Plan rescheduled(PersistentVolumeClaim claim, String storageClass, String error) {
        var message = "Failed to provision volume with StorageClass \"%s\": %s".formatted(storageClass, error);
        var steps = new ArrayList<Step>();
        if (Annotations.has(claim, Annotations.SELECTED_NODE)) {
            steps.add(Step.update(claim.withMetadata(metadata ->
                    metadata.annotations(Annotations.without(claim.annotations(), Annotations.SELECTED_NODE)))));
        }
        steps.add(Step.warning(claim.ref(), Reasons.PROVISIONING_FAILED, message));
        return Plan.inOrder(message, steps);
    }
}
