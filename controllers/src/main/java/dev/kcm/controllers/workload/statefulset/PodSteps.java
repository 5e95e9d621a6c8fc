package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Step;

/// What is done to pods that are there.
final class PodSteps {
    private PodSteps() {}

    static Step delete(StatefulSet set, LeanPod pod) {
        return Step.delete(LeanPod.PODS, pod.key(), pod.uid()).withEvent(new SetEvents(set).deleted(pod.name()));
    }

    /// Gives a pod the labels that say which it is. Upstream replaces the whole pod; the uid makes the patch fail on
    /// another pod of the same name.
    static Step label(StatefulSet set, LeanPod pod) {
        var ordinal = OrdinalName.parse(pod.name()).orElseThrow().ordinal();
        var labels = Json.object().with(Labels.POD_NAME, pod.name()).with(Labels.POD_INDEX, Integer.toString(ordinal));
        return Step.patch(
                        LeanPod.PODS,
                        pod.key(),
                        PatchType.STRATEGIC,
                        Json.object(
                                "metadata", Json.object().with("uid", pod.uid()).with("labels", labels)))
                .withEvent(new SetEvents(set).updated(pod.name()));
    }
}
