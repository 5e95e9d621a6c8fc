package dev.kcm.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.cluster.Cluster;
import dev.kcm.testing.junit.KubeCluster;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@KubeCluster(virtualTime = false, served = true)
class OfficialClientTest {
    private static final String NAMESPACE = "default";

    @Test
    void writes_reads_and_deletes(Cluster cluster) throws Exception {
        var api = new CoreV1Api(client(cluster));
        var made = api.createNamespacedConfigMap(NAMESPACE, map("one")).execute();
        made.putDataItem("more", "x");
        var changed = api.replaceNamespacedConfigMap("one", NAMESPACE, made).execute();
        assertThat(changed.getData()).isEqualTo(Map.of("name", "one", "more", "x"));
        assertThatThrownBy(() ->
                        api.replaceNamespacedConfigMap("one", NAMESPACE, made).execute())
                .isInstanceOfSatisfying(ApiException.class, refused -> {
                    assertThat(refused.getCode()).isEqualTo(409);
                    assertThat(refused.getResponseBody()).contains("the object has been modified");
                });
        var list = api.listNamespacedConfigMap(NAMESPACE)
                .labelSelector("app=official")
                .execute();
        assertThat(list.getItems()).hasSize(1);
        assertThat(api.deleteNamespacedConfigMap("one", NAMESPACE).execute().getStatus())
                .isEqualTo("Success");
        assertThatThrownBy(() -> api.readNamespacedConfigMap("one", NAMESPACE).execute())
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.getCode()).isEqualTo(404));
    }

    @Test
    void pages_a_list(Cluster cluster) throws Exception {
        var api = new CoreV1Api(client(cluster));
        for (int i = 0; i < 5; i++) {
            api.createNamespacedConfigMap(NAMESPACE, map("paged-" + i)).execute();
        }
        var request = api.listNamespacedConfigMap(NAMESPACE)
                .labelSelector("app=official")
                .limit(2);
        var first = request.execute();
        assertThat(first.getItems()).hasSize(2);
        assertThat(first.getMetadata().getRemainingItemCount()).isNull();
        var second = request._continue(first.getMetadata().getContinue()).execute();
        var third = request._continue(second.getMetadata().getContinue()).execute();
        assertThat(third.getItems())
                .singleElement()
                .satisfies(it -> assertThat(it.getMetadata().getName()).isEqualTo("paged-4"));
        assertThat(third.getMetadata().getResourceVersion())
                .isEqualTo(first.getMetadata().getResourceVersion());
    }

    @Test
    void an_informer_lists_and_follows(Cluster cluster) throws Exception {
        var client = client(cluster);
        // Watches stay open longer than the usual limit of a call.
        client.setHttpClient(
                client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build());
        var api = new CoreV1Api(client);
        api.createNamespacedConfigMap(NAMESPACE, map("before")).execute();
        var factory = new SharedInformerFactory(client);
        try {
            var events = new ObservedEvents();
            var generic = new GenericKubernetesApi<>(
                    V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
            factory.sharedIndexInformerFor(generic, V1ConfigMap.class, 0, NAMESPACE)
                    .addEventHandler(handler(events));
            factory.startAllRegisteredInformers();
            events.expect("added", "before");
            var made = api.createNamespacedConfigMap(NAMESPACE, map("after")).execute();
            events.expect("added", "after");
            made.putDataItem("more", "x");
            api.replaceNamespacedConfigMap("after", NAMESPACE, made).execute();
            events.expect("updated", "after");
            api.deleteNamespacedConfigMap("after", NAMESPACE).execute();
            events.expect("deleted", "after");
        } finally {
            factory.stopAllRegisteredInformers();
        }
    }

    private static ApiClient client(Cluster cluster) throws IOException {
        return Config.fromConfig(new StringReader(cluster.kubeconfig().orElseThrow()));
    }

    private static ResourceEventHandler<V1ConfigMap> handler(ObservedEvents events) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(V1ConfigMap map) {
                events.add("added", map.getMetadata().getName());
            }

            @Override
            public void onUpdate(V1ConfigMap before, V1ConfigMap map) {
                events.add("updated", map.getMetadata().getName());
            }

            @Override
            public void onDelete(V1ConfigMap map, boolean isFinalStateUnknown) {
                events.add("deleted", map.getMetadata().getName());
            }
        };
    }

    private static V1ConfigMap map(String name) {
        return new V1ConfigMap()
                .metadata(new V1ObjectMeta().name(name).putLabelsItem("app", "official"))
                .putDataItem("name", name);
    }
}
