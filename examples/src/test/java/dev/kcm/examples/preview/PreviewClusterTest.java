package dev.kcm.examples.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.cluster.Cluster;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.testing.junit.KubeCluster;
import dev.kcm.testing.junit.OwnController;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// For tests about something else on a cluster that happens to have previews.
@KubeCluster
class PreviewClusterTest {
    @OwnController
    static final ControllerSpec PREVIEWS = PreviewReconciler.SPEC;

    @Test
    void a_cluster_runs_the_controller_beside_its_own(Cluster cluster, Client client) throws InterruptedException {
        client.on(ConfigMap.CONFIG_MAPS)
                .create(ConfigMap.builder()
                        .metadata(it -> it.namespace("default").name("pr-42").putLabels(Labels.PREVIEW, "true"))
                        .putData("image", "shop:42")
                        .build());
        cluster.awaitQuiet(Duration.ofSeconds(30));

        assertThat(cluster.controllerNames()).contains("preview-controller", "deployment-controller");
        var deployment = client.on(Deployment.DEPLOYMENTS).get(ObjectKey.of("default", "pr-42"));
        assertThat(deployment.status().replicas()).isEqualTo(1);
    }
}
