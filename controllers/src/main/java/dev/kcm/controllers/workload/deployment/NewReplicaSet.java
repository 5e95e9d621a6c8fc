package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.revision.PodTemplateHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The ReplicaSet of a Deployment's present template: its name, how it is made, and the annotations
/// it shares with its Deployment. Pure.
final class NewReplicaSet {
    private static final int LONGEST_HISTORY = 2000;
    private static final int LONGEST_NAME = 253;

    private NewReplicaSet() {}

    /// The pod-template-hash: of the template and the collisionCount.
    static String hash(Deployment deployment) {
        return PodTemplateHash.of(
                deployment.spec().template(), deployment.status().collisionCount());
    }

    static String name(Deployment deployment) {
        var suffix = "-" + hash(deployment);
        var name = deployment.name();
        return name.substring(0, Math.min(name.length(), LONGEST_NAME - suffix.length())) + suffix;
    }

    static ReplicaSet of(Deployment deployment, OwnedReplicaSets sets, int size) {
        var hash = hash(deployment);
        var template = deployment.spec().template();
        var labels = plus(template.metadata().labels(), Labels.TEMPLATE_HASH, hash);
        var selector = deployment.spec().selector().orElse(LabelSelector.EMPTY);
        var made = ReplicaSet.builder()
                .metadata(set -> set.name(name(deployment))
                        .namespace(deployment.namespace())
                        .labels(labels)
                        .ownerReferences(List.of(OwnerReferences.toController(deployment))))
                .spec(spec -> spec.replicas(size)
                        .minReadySeconds(deployment.spec().minReadySeconds())
                        .selector(selector.withMatchLabels(plus(selector.matchLabels(), Labels.TEMPLATE_HASH, hash)))
                        .template(template.withMetadata(template.metadata().withLabels(labels))))
                .build();
        return sized(updated(made, deployment, sets), deployment, size);
    }

    /// With the Deployment's annotations and minReadySeconds, and the revision it should have.
    static ReplicaSet updated(ReplicaSet set, Deployment deployment, OwnedReplicaSets sets) {
        var annotations = new HashMap<>(set.annotations());
        deployment.annotations().forEach((key, value) -> {
            if (!Annotations.NOT_COPIED.contains(key)) {
                annotations.put(key, value);
            }
        });
        raiseRevision(annotations, sets.highestOldRevision() + 1);
        return annotated(set, annotations)
                .withSpec(set.spec().withMinReadySeconds(deployment.spec().minReadySeconds()));
    }

    /// With a size, and annotated with what that size is part of, by which a later sync tells scaling from a rollout.
    static ReplicaSet sized(ReplicaSet set, Deployment deployment, int size) {
        int desired = deployment.spec().replicas().orElse(1);
        var annotations = new HashMap<>(set.annotations());
        annotations.put(Annotations.DESIRED_REPLICAS, Integer.toString(desired));
        annotations.put(
                Annotations.MAX_REPLICAS,
                Integer.toString(desired + RolloutLimits.of(deployment).surge()));
        return annotated(set, annotations).withSpec(set.spec().withReplicas(size));
    }

    /// A set that becomes current again keeps its earlier revisions in its history; an unreadable
    /// one is left alone.
    private static void raiseRevision(Map<String, String> annotations, long revision) {
        var written = annotations.get(Annotations.REVISION);
        boolean isLower = written == null
                || written.isEmpty()
                || OwnedReplicaSets.number(written).filter(it -> it < revision).isPresent();
        if (isLower) {
            annotations.put(Annotations.REVISION, Long.toString(revision));
            if (written != null) {
                annotations.merge(Annotations.REVISION_HISTORY, written, NewReplicaSet::appended);
            }
        }
    }

    private static String appended(String history, String revision) {
        if (history.isEmpty()) {
            return revision;
        }
        var kept = new ArrayList<>(List.of(history.split(",", -1)));
        kept.add(revision);
        while (kept.size() > 1 && String.join(",", kept).length() > LONGEST_HISTORY) {
            kept.removeFirst();
        }
        return String.join(",", kept);
    }

    private static ReplicaSet annotated(ReplicaSet set, Map<String, String> annotations) {
        return set.withMetadata(set.metadata().withAnnotations(annotations));
    }

    private static Map<String, String> plus(Map<String, String> labels, String key, String value) {
        var more = new HashMap<>(labels);
        more.put(key, value);
        return more;
    }
}
