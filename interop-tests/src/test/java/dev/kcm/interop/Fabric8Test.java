package dev.kcm.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.cluster.Cluster;
import dev.kcm.testing.junit.KubeCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@KubeCluster(virtualTime = false, served = true)
class Fabric8Test {
    private static final String NAMESPACE = "default";

    @Test
    void writes_reads_and_deletes(Cluster cluster) {
        try (var client = client(cluster)) {
            var maps = client.configMaps().inNamespace(NAMESPACE);
            maps.resource(map("one")).create();
            maps.withName("one")
                    .edit(it -> new ConfigMapBuilder(it).addToData("more", "x").build());
            assertThat(maps.withName("one").get().getData()).isEqualTo(Map.of("name", "one", "more", "x"));
            assertThat(maps.withLabel("app", "fabric8").list().getItems()).hasSize(1);
            assertThatThrownBy(() -> maps.resource(map("one")).create())
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("configmaps \"one\" already exists");
            maps.withName("one").delete();
            assertThat(maps.withName("one").get()).isNull();
        }
    }

    @Test
    void an_informer_lists_and_follows(Cluster cluster) throws Exception {
        try (var client = client(cluster)) {
            var maps = client.configMaps().inNamespace(NAMESPACE);
            maps.resource(map("before")).create();
            var events = new ObservedEvents();
            try (var informer = maps.withLabel("app", "fabric8").inform(handler(events))) {
                events.expect("added", "before");
                maps.resource(map("after")).create();
                events.expect("added", "after");
                maps.withName("after")
                        .edit(it ->
                                new ConfigMapBuilder(it).addToData("more", "x").build());
                events.expect("updated", "after");
                maps.withName("after").delete();
                events.expect("deleted", "after");
                assertThat(informer.getStore().list()).hasSize(1);
            }
        }
    }

    @Test
    void applies_server_side(Cluster cluster) {
        try (var client = client(cluster)) {
            var maps = client.configMaps().inNamespace(NAMESPACE);
            var applied = maps.resource(map("applied")).fieldManager("alice").serverSideApply();
            assertThat(applied.getMetadata().getManagedFields()).singleElement().satisfies(entry -> {
                assertThat(entry.getManager()).isEqualTo("alice");
                assertThat(entry.getOperation()).isEqualTo("Apply");
            });
            var other = new ConfigMapBuilder(map("applied"))
                    .addToData("name", "other")
                    .build();
            assertThatThrownBy(() -> maps.resource(other).fieldManager("bob").serverSideApply())
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("Apply failed with 1 conflict: conflict with \"alice\": .data.name");
            maps.resource(other).fieldManager("bob").forceConflicts().serverSideApply();
            assertThat(maps.withName("applied").get().getData()).containsEntry("name", "other");
        }
    }

    @Test
    void a_deployment_becomes_ready_and_scales(Cluster cluster) {
        try (var client = client(cluster)) {
            var deployments = client.apps().deployments().inNamespace(NAMESPACE);
            deployments.resource(deployment()).create();
            deployments.withName("web").waitUntilReady(30, TimeUnit.SECONDS);
            deployments.withName("web").scale(3);
            var scaled = deployments.withName("web").waitUntilCondition(Fabric8Test::hasThree, 30, TimeUnit.SECONDS);
            assertThat(scaled.getStatus().getReadyReplicas()).isEqualTo(3);
            assertThat(client.pods()
                            .inNamespace(NAMESPACE)
                            .withLabel("app", "web")
                            .list()
                            .getItems())
                    .hasSize(3)
                    .allMatch(pod -> pod.getStatus().getPhase().equals("Running"));
        }
    }

    private static boolean hasThree(Deployment deployment) {
        var ready = deployment.getStatus().getReadyReplicas();
        return ready != null && ready == 3;
    }

    private static KubernetesClient client(Cluster cluster) {
        var config = Config.fromKubeconfig(cluster.kubeconfig().orElseThrow());
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static ResourceEventHandler<ConfigMap> handler(ObservedEvents events) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap map) {
                events.add("added", map.getMetadata().getName());
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap map) {
                events.add("updated", map.getMetadata().getName());
            }

            @Override
            public void onDelete(ConfigMap map, boolean isFinalStateUnknown) {
                events.add("deleted", map.getMetadata().getName());
            }
        };
    }

    private static ConfigMap map(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("app", "fabric8")
                .endMetadata()
                .addToData("name", name)
                .build();
    }

    private static Deployment deployment() {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("web")
                .endMetadata()
                .withNewSpec()
                .withReplicas(2)
                .withNewSelector()
                .addToMatchLabels("app", "web")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "web")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("registry.k8s.io/pause:3.10")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
