package dev.kcm.examples.preview;

import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Container;
import dev.kcm.model.core.v1.PodTemplateSpec;
import java.util.Map;

/// The Deployment of a preview, which has its name and belongs to it.
final class PreviewDeployment {
    private static final String CONTAINER = "preview";

    private PreviewDeployment() {}

    static Deployment create(ConfigMap preview, Order order) {
        var labels = Map.of(Labels.PREVIEW_OF, preview.name());
        var container = Container.builder().name(CONTAINER).image(order.image()).build();
        var pod = PodTemplateSpec.builder()
                .metadata(it -> it.labels(labels))
                .spec(it -> it.addContainers(container))
                .build();
        var owner = OwnerReferences.toController(preview);
        return Deployment.builder()
                .metadata(it ->
                        it.namespace(preview.namespace()).name(preview.name()).addOwnerReferences(owner))
                .spec(it -> it.replicas(order.replicas())
                        .selector(selector -> selector.matchLabels(labels))
                        .template(pod))
                .build();
    }

    /// The same Deployment as the order has it; whatever else people or the server set stays.
    static Deployment adjusted(Deployment deployment, Order order) {
        var template = deployment.spec().template();
        var containers = template.spec().containers().stream()
                .map(one -> isOurs(one) ? one.withImage(order.image()) : one)
                .toList();
        return deployment.withSpec(deployment
                .spec()
                .withReplicas(order.replicas())
                .withTemplate(template.withSpec(template.spec().withContainers(containers))));
    }

    private static boolean isOurs(Container container) {
        return container.name().equals(CONTAINER);
    }
}
