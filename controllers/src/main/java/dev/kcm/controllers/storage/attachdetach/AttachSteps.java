package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.controllers.storage.attachdetach.AttachableVolume.CsiVolume;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.storage.v1.VolumeAttachment;
import dev.kcm.model.storage.v1.VolumeAttachmentSource;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// What is written, and what pods are told.
final class AttachSteps {
    private AttachSteps() {}

    /// One that is there already is as good.
    static Plan create(AttachableVolume volume, CsiVolume csi, String node) {
        var source = csi.inlineSpec()
                .map(spec -> VolumeAttachmentSource.builder().inlineVolumeSpec(spec))
                .orElseGet(() -> VolumeAttachmentSource.builder().persistentVolumeName(volume.shownName()));
        var attachment = VolumeAttachment.builder()
                .metadata(it -> it.name(VolumeNames.attachment(csi, node)))
                .spec(it -> it.attacher(csi.driver()).nodeName(node).source(source.build()))
                .build();
        return Plan.of(
                "a pod on node %s needs volume %s".formatted(node, volume.shownName()),
                Step.create(attachment).mootWhen(ApiFailure.AlreadyExists.class));
    }

    static Plan delete(VolumeAttachment attachment, String why) {
        return Plan.of(why, Step.delete(attachment));
    }

    /// The whole list, in the order of their names.
    static Plan report(Node node, List<String> names, UnaryOperator<String> devicePath) {
        var volumes = Json.array(names.stream()
                .map(name -> (Json) Json.object("devicePath", Json.of(devicePath.apply(name)))
                        .with("name", name))
                .toList());
        var patch = Json.object("metadata", Json.object().with("uid", node.uid()))
                .with("status", Json.object("volumesAttached", names.isEmpty() ? Json.NULL : volumes));
        return Plan.of(
                "%d volumes are attached".formatted(names.size()),
                Step.patchStatus(Node.NODES, node.key(), PatchType.STRATEGIC, patch));
    }

    static Plan tell(List<LeanPod> pods, Function<LeanPod, Step> event) {
        return Plan.together("users are told", pods.stream().map(event).toList());
    }

    static Step attached(LeanPod pod, String volume) {
        return Step.event(
                pod.ref(),
                Reasons.SUCCESSFUL_ATTACH_VOLUME,
                "AttachVolume.Attach succeeded for volume \"%s\" ".formatted(volume));
    }

    static Step notAttached(LeanPod pod, String volume, String error) {
        return Step.warning(
                pod.ref(),
                Reasons.FAILED_ATTACH_VOLUME,
                "AttachVolume.Attach failed for volume \"%s\" : %s".formatted(volume, error));
    }
}
