package dev.kcm.cluster.why;

import static dev.kcm.cluster.why.ClusterView.text;

import dev.kcm.client.ListQuery;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.storage.v1.VolumeAttachment;
import java.util.List;
import java.util.Map;

/// Volumes on nodes: what attaches and detaches them, and what pods wait for because of that.
final class AttachmentDiagnostics {
    static final Map<String, Diagnostic> BY_PLURAL = Map.of("volumeattachments", AttachmentDiagnostics::attachment);

    private static final String CONTROLLER = "persistentvolume-attach-detach-controller";

    private AttachmentDiagnostics() {}

    /// What a pod on a node lacks of a volume that its claim is bound to.
    static Causes ofVolume(String volume, String node, ClusterView view) {
        var attachments = view.all(VolumeAttachment.VOLUME_ATTACHMENTS, ListQuery.everything()).stream()
                .filter(it -> text(it, "spec", "source", "persistentVolumeName").equals(volume))
                .toList();
        var here = attachments.stream()
                .filter(it -> text(it, "spec", "nodeName").equals(node))
                .toList();
        var causes = Causes.NONE.seeing(
                here.stream().filter(AttachmentDiagnostics::isTroubled).toList());
        if (!here.isEmpty()) {
            return causes;
        }
        for (var elsewhere : attachments) {
            causes = causes.because("its volume %s is attached to node %s"
                            .formatted(volume, text(elsewhere, "spec", "nodeName")))
                    .seeing(List.of(elsewhere));
        }
        return causes;
    }

    private static boolean isTroubled(DynamicObject attachment) {
        return attachment.isDeleting()
                || !attachment.content().booleanAt("status", "attached").orElse(false);
    }

    private static Causes attachment(DynamicObject attachment, ClusterView view) {
        var driver = text(attachment, "spec", "attacher");
        var node = text(attachment, "spec", "nodeName");
        if (attachment.isDeleting()) {
            return Causes.of("the attacher of driver %s is to detach it from node %s".formatted(driver, node))
                    .and(error(attachment, "detachError"));
        }
        return isTroubled(attachment)
                ? Causes.of("the attacher of driver %s has not attached it to node %s yet".formatted(driver, node))
                        .and(error(attachment, "attachError"))
                : view.without(CONTROLLER).because("it is attached to node " + node);
    }

    private static Causes error(DynamicObject attachment, String field) {
        var message = text(attachment, "status", field, "message");
        return message.isEmpty() ? Causes.NONE : Causes.of("it said: " + message);
    }
}
