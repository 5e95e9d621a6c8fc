package dev.kcm.cluster.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.junit.KubeCluster;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.NamespaceCondition;
import dev.kcm.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@KubeCluster(managerFlags = "--controllers=namespace-controller")
class NamespaceControllerTest {
    private static final ObjectKey SHOP = ObjectKey.of("shop");
    private static final Duration SOON = Duration.ofMillis(500);

    private final Cluster cluster;
    private final Client client;

    NamespaceControllerTest(Cluster cluster, Client client) {
        this.cluster = cluster;
        this.client = client;
    }

    @Test
    void an_empty_namespace_goes_at_once() throws InterruptedException {
        open();

        close();
        cluster.advance(SOON);

        assertThat(names(Namespace.NAMESPACES, "")).doesNotContain("shop");
    }

    @Test
    void what_is_in_it_goes_pods_first() throws InterruptedException {
        open();
        client.on(Pod.PODS).create(pod().withMetadata(it -> it.addFinalizers("example.com/billing")));
        client.on(ConfigMap.CONFIG_MAPS).create(configMap());
        cluster.advance(Duration.ofSeconds(2));

        close();
        cluster.advance(SOON);
        assertThat(names(ConfigMap.CONFIG_MAPS, "shop")).contains("prices");

        var held = client.on(Pod.PODS).get(ObjectKey.of("shop", "web"));
        client.on(Pod.PODS).update(held.withMetadata(it -> it.finalizers(List.of())));
        cluster.advance(SOON);
        assertThat(names(Namespace.NAMESPACES, "")).doesNotContain("shop");
        assertThat(names(Pod.PODS, "shop")).isEmpty();
        assertThat(names(ConfigMap.CONFIG_MAPS, "shop")).isEmpty();
    }

    @Test
    void it_says_what_holds_it_up_and_goes_when_that_is_over() throws InterruptedException {
        open();
        client.on(ConfigMap.CONFIG_MAPS).create(configMap().withMetadata(it -> it.addFinalizers("example.com/audit")));

        close();
        cluster.advance(SOON);
        assertThat(client.on(Namespace.NAMESPACES).get(SHOP).status().conditions())
                .extracting(NamespaceCondition::type, NamespaceCondition::status)
                .containsExactly(
                        tuple("NamespaceDeletionDiscoveryFailure", "False"),
                        tuple("NamespaceDeletionGroupVersionParsingFailure", "False"),
                        tuple("NamespaceDeletionContentFailure", "False"),
                        tuple("NamespaceContentRemaining", "True"),
                        tuple("NamespaceFinalizersRemaining", "True"));
        assertThat(client.on(Namespace.NAMESPACES).get(SHOP).status().conditions())
                .extracting(NamespaceCondition::message)
                .contains(
                        "Some resources are remaining: configmaps. has 1 resource instances",
                        "Some content in the namespace has finalizers remaining: example.com/audit"
                                + " in 1 resource instances");

        var held = client.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of("shop", "prices"));
        client.on(ConfigMap.CONFIG_MAPS).update(held.withMetadata(it -> it.finalizers(List.of())));
        cluster.advance(Duration.ofSeconds(9));

        assertThat(names(Namespace.NAMESPACES, "")).doesNotContain("shop");
    }

    @Test
    void one_that_others_keep_shows_that_it_is_empty() throws InterruptedException {
        client.on(Namespace.NAMESPACES).create(namespace().withMetadata(it -> it.addFinalizers("example.com/kept")));

        close();
        cluster.advance(SOON);

        var kept = client.on(Namespace.NAMESPACES).get(SHOP);
        assertThat(kept.spec().finalizers()).isEmpty();
        assertThat(kept.status().conditions())
                .hasSize(5)
                .allMatch(condition -> condition.status().equals("False"));
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private void open() throws InterruptedException {
        client.on(Namespace.NAMESPACES).create(namespace());
        cluster.advance(SOON);
    }

    private void close() {
        client.on(Namespace.NAMESPACES).delete(SHOP, DeleteOptions.plain());
    }

    private static Namespace namespace() {
        return Namespace.builder().metadata(it -> it.name("shop")).build();
    }

    private static ConfigMap configMap() {
        return ConfigMap.builder()
                .metadata(it -> it.namespace("shop").name("prices"))
                .build();
    }

    private static Pod pod() {
        return Pod.builder()
                .metadata(it -> it.namespace("shop").name("web"))
                .spec(spec -> spec.addContainers(it -> it.name("web").image("example.com/web")))
                .build();
    }

    private <T extends KubeObject> List<String> names(Resource<T> resource, String namespace) {
        var names = new ArrayList<String>();
        client.on(resource).listAll(ListQuery.in(namespace), object -> names.add(object.name()));
        return names;
    }
}
