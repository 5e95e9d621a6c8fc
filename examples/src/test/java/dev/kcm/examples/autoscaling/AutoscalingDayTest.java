package dev.kcm.examples.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.cluster.Cluster;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.junit.KubeCluster;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// A day in the life of a shop, in virtual time: visitors come in the morning and leave in the evening. Without nodes
/// its pods stay pending, which an autoscaler that shares a metric among them does not mind, and nothing but it keeps
/// the clock busy.
@KubeCluster(
        nodes = 0,
        managerFlags = {
            "--controllers=horizontalpodautoscaling,deployment,replicaset,serviceaccount",
            "--horizontal-pod-autoscaler-sync-period=5m"
        })
class AutoscalingDayTest {

    @Test
    void a_shop_follows_its_visitors_through_the_day(Cluster cluster, Client client) throws InterruptedException {
        client.on(Service.SERVICES).create(shopWith("kcm.dev/metric.visitors", "10..200/12h,200..10/12h"));
        client.on(Deployment.DEPLOYMENTS).create(shop());
        client.on(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS).create(twentyVisitorsPerPod());

        var replicas = new ArrayList<Integer>();
        for (int hour = 0; hour < 24; hour++) {
            cluster.advance(Duration.ofHours(1));
            replicas.add(client.on(Deployment.DEPLOYMENTS)
                    .get(ObjectKey.of("default", "shop"))
                    .status()
                    .replicas());
        }

        assertThat(replicas.subList(0, 12)).isSorted().startsWith(2).endsWith(10);
        assertThat(replicas.subList(12, 24).reversed()).isSorted().startsWith(1);
    }

    private static Service shopWith(String annotation, String value) {
        return Service.builder()
                .metadata(it -> it.namespace("default").name("shop").putAnnotations(annotation, value))
                .spec(it -> it.addPorts(port -> port.port(80)))
                .build();
    }

    private static Deployment shop() {
        return Deployment.builder()
                .metadata(it -> it.namespace("default").name("shop"))
                .spec(it -> it.replicas(1)
                        .selector(one -> one.putMatchLabels("app", "shop"))
                        .template(template -> template.metadata(meta -> meta.putLabels("app", "shop"))
                                .spec(pod -> pod.addContainers(
                                        main -> main.name("main").image("shop:1")))))
                .build();
    }

    private static HorizontalPodAutoscaler twentyVisitorsPerPod() {
        return HorizontalPodAutoscaler.builder()
                .metadata(it -> it.namespace("default").name("shop"))
                .spec(it -> it.minReplicas(1)
                        .maxReplicas(10)
                        .scaleTargetRef(target ->
                                target.apiVersion("apps/v1").kind("Deployment").name("shop"))
                        .addMetrics(metric -> metric.type("Object")
                                .object(object -> object.describedObject(described -> described
                                                .apiVersion("v1")
                                                .kind("Service")
                                                .name("shop"))
                                        .metric(name -> name.name("visitors"))
                                        .target(target ->
                                                target.type("AverageValue").averageValue(Quantity.parse("20"))))))
                .build();
    }
}
