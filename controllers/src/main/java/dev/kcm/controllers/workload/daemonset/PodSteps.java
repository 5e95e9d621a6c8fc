package dev.kcm.controllers.workload.daemonset;

import dev.kcm.controllers.shared.pods.PodTemplates;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.core.v1.Affinity;
import dev.kcm.model.core.v1.NodeAffinity;
import dev.kcm.model.core.v1.NodeSelector;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.List;

/// What is done to pods of a set, and to those it makes. Pure.
record PodSteps(DaemonSet set, Template template) {
    /// How many pods one sync creates, and how many it deletes, at most.
    static final int BURST = 250;

    /// Deletes these pods, and creates one on each of these nodes.
    Plan replacing(String why, List<LeanPod> outdated, List<String> nodes) {
        return plan(why, outdated.stream().map(this::delete).toList(), nodes);
    }

    /// Deletions come first: pods that may not be created keep none from going.
    Plan plan(String why, List<Step> deletions, List<String> nodes) {
        var creations = nodes.stream().limit(BURST).<Step>map(this::create).toList();
        var both = Plan.together(why, deletions).then(Plan.slowStart(why, creations));
        return new Plan(both.groups(), both.wakeIn(), why);
    }

    Step delete(LeanPod pod) {
        return Step.delete(LeanPod.PODS, pod.key(), pod.uid())
                .withEvent(new Step.EventTemplate(
                        set.ref(),
                        Reasons.SUCCESSFUL_DELETE,
                        "Deleted pod: %s",
                        Reasons.FAILED_DELETE,
                        "Error deleting: %s"));
    }

    /// Gives a pod the label of the present revision; the uid makes the patch fail on another pod of the same name.
    Step relabel(LeanPod pod) {
        var metadata = Json.object()
                .with("uid", pod.uid())
                .with("labels", Json.object().with(Labels.REVISION, template.hash()));
        return Step.patch(LeanPod.PODS, pod.key(), PatchType.MERGE, Json.object("metadata", metadata));
    }

    private Step create(String node) {
        return Step.create(pod(node))
                .withEvent(new Step.EventTemplate(
                        set.ref(),
                        Reasons.SUCCESSFUL_CREATE,
                        "Created pod: %s",
                        Reasons.FAILED_CREATE,
                        "Error creating: %s"));
    }

    /// A pod that the scheduler can bind to this node only.
    Pod pod(String node) {
        var pod = PodTemplates.pod(set.spec().template(), set, OwnerReferences.toController(set));
        return pod.withMetadata(metadata -> {
                    if (!template.generation().isEmpty()) {
                        metadata.putLabels(Labels.TEMPLATE_GENERATION, template.generation());
                    }
                    metadata.putLabels(Labels.REVISION, template.hash());
                })
                .withSpec(spec -> spec.tolerations(DaemonTolerations.of(pod.spec()))
                        .affinity(boundTo(node, pod.spec().affinity().orElse(Affinity.EMPTY))));
    }

    /// What the template requires of nodes was looked at when the node was chosen, and is replaced; what it prefers
    /// stays.
    private static Affinity boundTo(String node, Affinity affinity) {
        var nodeAffinity = affinity.nodeAffinity().orElse(NodeAffinity.EMPTY);
        var selector = NodeSelector.builder()
                .addNodeSelectorTerms(term -> term.addMatchFields(field ->
                        field.key(TargetNode.NAME_FIELD).operator(TargetNode.IN).addValues(node)))
                .build();
        return affinity.withNodeAffinity(nodeAffinity.withRequiredDuringSchedulingIgnoredDuringExecution(selector));
    }
}
