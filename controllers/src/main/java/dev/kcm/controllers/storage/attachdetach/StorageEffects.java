package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.core.v1.Node;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.runtime.controller.Effect;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What the loop wants done, as it comes up. Belongs to the loop's thread.
final class StorageEffects {
    private final List<Effect<StorageEvent>> effects = new ArrayList<>();

    /// What has come up since this was last asked.
    List<Effect<StorageEvent>> take() {
        var taken = List.copyOf(effects);
        effects.clear();
        return taken;
    }

    void schedule(Duration delay, StorageEvent event) {
        effects.add(new Effect.Schedule<>(delay, event));
    }

    /// Pods are told something.
    void tell(Plan plan) {
        if (!plan.isNothing()) {
            effects.add(new Effect.Execute<>(LeanPod.PODS, plan, _ -> new StorageEvent.Reported()));
        }
    }

    /// A VolumeAttachment is created or deleted for the operation.
    void request(Operation operation, Plan plan) {
        effects.add(new Effect.Execute<>(
                VolumeAttachment.VOLUME_ATTACHMENTS,
                plan,
                outcomes -> new StorageEvent.RequestAnswered(operation, outcomes)));
    }

    /// @param names what the status of the node is to say
    /// @param detaches those that wait for it
    void writeNode(Node node, List<String> names, List<Operation> detaches, Plan plan) {
        effects.add(new Effect.Execute<>(
                Node.NODES, plan, outcomes -> new StorageEvent.NodeWritten(node.name(), names, detaches, outcomes)));
    }

    void log(LeanPod pod, String decided, String next) {
        effects.add(new Effect.LogDecision<>(LeanPod.PODS, pod.key(), decided, next));
    }

    void log(VolumeAttachment attachment, String decided, String next) {
        effects.add(new Effect.LogDecision<>(VolumeAttachment.VOLUME_ATTACHMENTS, attachment.key(), decided, next));
    }
}
