package dev.kcm.controllers.storage.attachdetach;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;

/// What the pods of a volume are told that another node has. Pods of other namespaces are counted, not named.
final class MultiAttachError {
    private MultiAttachError() {}

    /// @param waiting the pods that want it
    /// @param using the pods that want it where it is
    static List<Step> events(AttachableVolume volume, List<LeanPod> waiting, List<LeanPod> using) {
        var events = new ArrayList<Step>();
        for (var pod : waiting) {
            events.add(Step.warning(
                    pod.ref(),
                    Reasons.FAILED_ATTACH_VOLUME,
                    "Multi-Attach error for volume \"%s\" %s".formatted(volume.shownName(), text(pod, using))));
        }
        return events;
    }

    private static String text(LeanPod pod, List<LeanPod> using) {
        if (using.isEmpty()) {
            return "Volume is already exclusively attached to one node and can't be attached to another";
        }
        var named = using.stream()
                .filter(other -> other.namespace().equals(pod.namespace()))
                .map(LeanPod::name)
                .toList();
        int others = using.size() - named.size();
        if (named.isEmpty()) {
            return "Volume is already used by %d pod(s) in different namespaces".formatted(others);
        }
        var text = "Volume is already used by pod(s) " + String.join(", ", named);
        return others == 0 ? text : "%s and %d pod(s) in different namespaces".formatted(text, others);
    }
}
