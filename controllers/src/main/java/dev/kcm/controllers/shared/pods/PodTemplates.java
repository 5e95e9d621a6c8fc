package dev.kcm.controllers.shared.pods;

import dev.kcm.controllers.shared.ownership.GeneratedNames;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.List;

/// Pods made from templates.
public final class PodTemplates {
    private PodTemplates() {}

    /// A pod to create for `owner`; the server completes its name.
    public static Pod pod(PodTemplateSpec template, KubeObject owner, OwnerReference reference) {
        var metadata = template.metadata();
        return Pod.builder()
                .metadata(pod -> pod.generateName(GeneratedNames.prefixFor(owner.name()))
                        .namespace(owner.namespace())
                        .labels(metadata.labels())
                        .annotations(metadata.annotations())
                        .finalizers(metadata.finalizers())
                        .ownerReferences(List.of(reference)))
                .spec(template.spec())
                .build();
    }
}
