package dev.kcm.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.identity.ServiceAccountIdentities;
import dev.kcm.client.identity.SharedIdentity;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.MetadataObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonNull;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The client against a real kube-apiserver.
@EnabledIfEnvironmentVariable(
        named = "KCM_KUBECONFIG",
        matches = ".+",
        disabledReason = "needs a real API server: `conformance/run up --kcm none`, then set KCM_KUBECONFIG")
@Timeout(120)
class RealServerTest {
    private static final String SPACE = "client-test-" + Long.toString(System.nanoTime(), 36);
    private static final ClientSettings SETTINGS = ClientSettings.usual().withoutRateLimit();

    private static Client client;

    @BeforeAll
    static void connect() {
        client = RealServer.client(SETTINGS);
        client.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(m -> m.name(SPACE)).build());
    }

    @AfterAll
    static void disconnect() {
        client.on(Namespace.NAMESPACES).delete(ObjectKey.of(SPACE), DeleteOptions.plain());
        client.close();
    }

    @Test
    void creates_reads_updates_and_deletes() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        var created = api.create(configMap("plain", "1"));
        assertThat(created.uid()).isNotEmpty();
        assertThat(created.metadata().managedFields()).isEmpty();

        var updated = api.update(created.withData(Map.of("value", "2")));
        assertThat(updated.resourceVersion()).isNotEqualTo(created.resourceVersion());
        assertThat(api.get(key("plain")).data()).containsEntry("value", "2");

        assertThatThrownBy(() -> api.update(created.withData(Map.of("value", "3"))))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.failure().status().code()).isEqualTo(409));
        assertThatThrownBy(() -> api.create(configMap("plain", "1")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.failure().status().reason()).isEqualTo("AlreadyExists"));
        assertThatThrownBy(() -> api.delete(key("plain"), DeleteOptions.of("no-such-uid")))
                .isInstanceOf(ApiException.class);

        api.delete(key("plain"), DeleteOptions.of(created.uid()));
        assertThatThrownBy(() -> api.get(key("plain")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.failure().status().code()).isEqualTo(404));
    }

    @Test
    void patches_in_every_way() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        api.create(configMap("patched", "1"));
        var key = key("patched");

        var merged = api.patch(key, Patch.merge(bytes("{\"data\":{\"merge\":\"yes\"}}")));
        assertThat(merged.data()).containsEntry("merge", "yes").containsEntry("value", "1");
        var json = api.patch(key, Patch.json(bytes("[{\"op\":\"remove\",\"path\":\"/data/merge\"}]")));
        assertThat(json.data()).doesNotContainKey("merge");
        var strategic = api.patch(key, Patch.strategic(bytes("{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")));
        assertThat(strategic.labels()).containsEntry("a", "b");
        var applied = api.patch(
                key,
                Patch.apply(
                        bytes("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                                + "\"metadata\":{\"name\":\"patched\"},"
                                + "\"data\":{\"applied\":\"yes\"}}"),
                        "tester",
                        true));
        assertThat(applied.data()).containsEntry("applied", "yes");
    }

    @Test
    void sends_writes_for_their_result() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        var result = client.send(Operation.create(configMap("written", "1")));
        assertThat(result.key()).isEqualTo(key("written"));

        var now = api.get(key("written"));
        assertThat(result.uid()).isEqualTo(now.uid());
        assertThat(result.resourceVersion()).isEqualTo(now.resourceVersion());

        var second = client.send(Operation.update(now.withData(Map.of("value", "2"))));
        assertThat(second.resourceVersion()).isNotEqualTo(result.resourceVersion());
        var third = client.send(Operation.patch(
                ConfigMap.CONFIG_MAPS, key("written"), PatchType.MERGE, Json.object("data", JsonNull.NULL)));
        assertThat(third.uid()).isEqualTo(now.uid());
        var last = client.send(Operation.delete(
                ConfigMap.CONFIG_MAPS,
                key("written"),
                DeleteOptions.of(now.uid())
                        .withResourceVersion(third.resourceVersion())
                        .toModel()));
        assertThat(last.key()).isEqualTo(key("written"));
    }

    @Test
    void generates_names_and_tries_without_doing() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        var named = api.create(ConfigMap.builder()
                .metadata(m -> m.generateName("made-").namespace(SPACE))
                .build());
        assertThat(named.name()).startsWith("made-").hasSizeGreaterThan(5);

        try (var careful = RealServer.client(SETTINGS.withWrites(new WriteOptions(true, "tester", false)))) {
            var tried = careful.on(ConfigMap.CONFIG_MAPS).create(configMap("dry", "1"));
            assertThat(tried.uid()).isNotEmpty();
        }
        assertThatThrownBy(() -> api.get(key("dry"))).isInstanceOf(ApiException.class);
    }

    @Test
    void lists_in_pages_and_by_selector() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        for (int i = 0; i < 25; i++) {
            var name = "paged-" + key(i);
            api.create(configMap(name, "x")
                    .withMetadata(m -> m.name(name).namespace(SPACE).putLabels("paged", "yes")));
        }
        var query = ListQuery.in(SPACE).withLabelSelector("paged in (yes)").withLimit(10);
        List<String> first = new ArrayList<>();
        var position = api.list(query, item -> first.add(item.name()));
        assertThat(first).hasSize(10);
        assertThat(position.hasMore()).isTrue();

        List<String> all = new ArrayList<>();
        var end = api.listAll(query, item -> all.add(item.name()));
        assertThat(all).hasSize(25).doesNotHaveDuplicates();
        assertThat(end.resourceVersion()).isNotEmpty();

        List<String> one = new ArrayList<>();
        api.list(ListQuery.in(SPACE).withFieldSelector("metadata.name=paged-" + key(7)), item -> one.add(item.name()));
        assertThat(one).containsExactly("paged-" + key(7));

        var asMetadata = client.on(MetadataObject.resource(ConfigMap.CONFIG_MAPS));
        asMetadata.deleteAll(
                query.withLimit(0).withFieldSelector("metadata.name=paged-" + key(7)), DeleteOptions.plain());
        api.deleteAll(query.withLimit(0), DeleteOptions.plain());
        List<String> none = new ArrayList<>();
        api.list(query, item -> none.add(item.name()));
        assertThat(none).isEmpty();
    }

    @Test
    void watches_changes_and_ends_when_closed() throws Exception {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        var start = api.list(ListQuery.in(SPACE), _ -> {}).resourceVersion();
        var query =
                WatchQuery.in(SPACE).withFieldSelector("metadata.name=watched").since(start);
        try (var watch = api.watch(query)) {
            var created = api.create(configMap("watched", "1"));
            var updated = api.update(created.withData(Map.of("value", "2")));
            api.delete(key("watched"), DeleteOptions.plain());

            assertThat(watch.next()).contains(new WatchEvent.Added<>(created));
            assertThat(watch.next()).contains(new WatchEvent.Modified<>(updated));
            assertThat(watch.next().orElseThrow()).isInstanceOf(WatchEvent.Deleted.class);

            var waiting = new FutureTask<>(watch::next);
            Thread.ofVirtual().start(waiting);
            watch.close();
            assertThat(waiting.get()).isEmpty();
        }
    }

    @Test
    void a_watch_ends_in_peace_when_its_time_is_up() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        try (var watch = api.watch(WatchQuery.in("no-such-namespace").withTimeout(Duration.ofSeconds(1)))) {
            var next = watch.next();
            while (next.isPresent()) {
                assertThat(next.get()).isInstanceOf(WatchEvent.Bookmark.class);
                next = watch.next();
            }
        }
    }

    @Test
    void streams_the_initial_list() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        api.create(configMap("initial", "1"));
        Set<String> listed = new java.util.HashSet<>();
        api.listAll(ListQuery.in(SPACE), item -> listed.add(item.name()));
        try (var watch = api.watch(WatchQuery.in(SPACE).withInitialEvents())) {
            Set<String> streamed = new java.util.HashSet<>();
            while (true) {
                var event = watch.next().orElseThrow();
                if (event instanceof WatchEvent.Added<ConfigMap>(var object)) {
                    streamed.add(object.name());
                } else if (event instanceof WatchEvent.Bookmark<ConfigMap>(var version, var end)) {
                    assertThat(end).isTrue();
                    assertThat(version).isNotEmpty();
                    break;
                }
            }
            assertThat(streamed).containsAll(Set.of("initial"));
        }
    }

    @Test
    void a_watch_from_a_state_long_gone_is_told_so() {
        var api = client.on(ConfigMap.CONFIG_MAPS);
        Integer code;
        try (var watch = api.watch(WatchQuery.in(SPACE).since("1"))) {
            var event = watch.next().orElseThrow();
            code = event instanceof WatchEvent.Failed<ConfigMap>(var failure)
                    ? failure.status().code()
                    : 0;
        } catch (ApiException refused) {
            code = refused.failure().status().code();
        }
        assumeThat(code).as("this server is young and remembers everything").isNotEqualTo(0);
        assertThat(code).isEqualTo(410);
    }

    @Test
    void reads_metadata_alone_of_anything() {
        client.on(ConfigMap.CONFIG_MAPS).create(configMap("meta", "1"));
        var api = client.on(MetadataObject.resource(ConfigMap.CONFIG_MAPS));
        var got = api.get(key("meta"));
        assertThat(got.metadata().managedFields()).isEmpty();
        assertThat(got.uid()).isNotEmpty();

        List<String> names = new ArrayList<>();
        api.listAll(ListQuery.in(SPACE), item -> names.add(item.name()));
        assertThat(names).contains("meta");
        try (var watch = api.watch(WatchQuery.in(SPACE).withFieldSelector("metadata.name=meta"))) {
            assertThat(watch.next().orElseThrow())
                    .isInstanceOfSatisfying(
                            WatchEvent.Added.class,
                            added -> assertThat(added.object().name()).isEqualTo("meta"));
        }
    }

    @Test
    void works_with_custom_resources() {
        var group = SPACE + ".example.com";
        var definitions = client.on(client.discovery()
                .fetch()
                .byKind("apiextensions.k8s.io", "", "CustomResourceDefinition")
                .orElseThrow());
        definitions.create(DynamicObject.of(definitions.resource(), (JsonObject) Json.parse(definition(group))));
        var mapper = client.discovery().mapper();
        var found = mapper.byKind(group, "", "Widget");
        while (found.isEmpty()) { // the server takes a moment to serve it
            mapper.reset();
            found = mapper.byKind(group, "", "Widget");
        }
        var widgets = client.on(found.get());
        var created = createWhenServed(widgets, group);
        assertThat(created.content().longAt("spec", "size")).hasValue(3);

        List<String> names = new ArrayList<>();
        widgets.listAll(ListQuery.in(SPACE), item -> names.add(item.name()));
        assertThat(names).containsExactly("one");
        try (var watch = widgets.watch(WatchQuery.in(SPACE))) {
            assertThat(watch.next()).contains(new WatchEvent.Added<>(created));
        }
        var metadata = client.on(MetadataObject.resource(found.get()));
        assertThat(metadata.get(key("one")).uid()).isEqualTo(created.uid());
        widgets.delete(key("one"), DeleteOptions.of(created.uid()));
        definitions.delete(ObjectKey.of("widgets." + group), DeleteOptions.plain());
    }

    @Test
    void scales_through_the_subresource() {
        var api = client.on(Deployment.DEPLOYMENTS);
        api.create(Deployment.builder()
                .metadata(m -> m.name("web").namespace(SPACE))
                .spec(s -> s.replicas(1)
                        .selector(l -> l.putMatchLabels("app", "web"))
                        .template(t -> t.metadata(m -> m.putLabels("app", "web"))
                                .spec(p -> p.addContainers(c -> c.name("c").image("i")))))
                .build());
        var scale = api.getSubresource(key("web"), "scale", Scale.SCALES);
        assertThat(scale.spec().replicas()).isEqualTo(1);

        api.updateSubresource(key("web"), "scale", scale.withSpec(s -> s.replicas(2)));
        assertThat(api.get(key("web")).spec().replicas()).contains(2);
    }

    @Test
    void discovers_everything_the_server_has() {
        var served = client.discovery().fetch();
        assertThat(served.failures()).isEmpty();
        assertThat(served.byKind("apps", "", "Deployment").orElseThrow().path()).isEqualTo("/apis/apps/v1/deployments");
        assertThat(served.byPlural("", "v1", "pods").orElseThrow().isNamespaced())
                .isTrue();
        assertThat(served.byPlural("apps", "v1", "deployments")
                        .orElseThrow()
                        .subresource("scale")
                        .orElseThrow()
                        .kind())
                .isEqualTo("Scale");
        assertThat(served.preferred().stream().map(it -> it.qualifiedName()).collect(Collectors.toSet()))
                .hasSameSizeAs(served.preferred())
                .contains("pods", "leases.coordination.k8s.io");
    }

    @Test
    void warns_and_says_its_version() {
        var warnings = new ArrayList<String>();
        try (var listening = RealServer.client(SETTINGS.withWarnings(warnings::add))) {
            assertThat(listening.raw("/version", "application/json").text()).contains("gitVersion");
            var _ = listening.raw("/api/v1/componentstatuses", "application/json");
        }
        assertThat(warnings).containsExactly("v1 ComponentStatus is deprecated in v1.19+");
    }

    @Test
    void counts_what_it_does() {
        client.on(ConfigMap.CONFIG_MAPS).create(configMap("counted", "1"));
        var names = RealServer.METRICS.families().stream()
                .map(it -> it.head().name())
                .collect(Collectors.toSet());
        assertThat(names)
                .contains(
                        "rest_client_requests_total",
                        "rest_client_request_duration_seconds",
                        "rest_client_rate_limiter_duration_seconds",
                        "rest_client_request_size_bytes",
                        "rest_client_response_size_bytes");
    }

    @Test
    void acts_as_a_service_account_with_its_own_rights_only() {
        try (var server = RemoteServer.at(RealServer.config(), Clock.system());
                var builder = new ServiceAccountIdentities(
                        server, client, "kcm-test/1", SETTINGS, Clock.system(), RealServer.METRICS)) {
            var deployments = builder.client("deployment-controller").on(Deployment.DEPLOYMENTS);
            assertThat(deployments.list(ListQuery.in(SPACE), _ -> {}).resourceVersion())
                    .isNotEmpty();

            var secrets = builder.client("deployment-controller").on(Secret.SECRETS);
            assertThatThrownBy(() -> secrets.list(ListQuery.in(SPACE), _ -> {}))
                    .isInstanceOfSatisfying(ApiException.class, e -> {
                        assertThat(e.failure()).isInstanceOf(ApiFailure.Forbidden.class);
                        assertThat(e.failure().message())
                                .contains("system:serviceaccount:kube-system:deployment-controller");
                    });
        }
    }

    @Test
    void shares_connections_among_clients_of_one_identity() {
        try (var builder = new SharedIdentity(
                RemoteServer.at(RealServer.config(), Clock.system()), "kcm-test/1", SETTINGS, RealServer.METRICS)) {
            for (var name : List.of("one", "two")) {
                var api = builder.client(name).on(ConfigMap.CONFIG_MAPS);
                assertThat(api.list(ListQuery.in(SPACE), _ -> {}).resourceVersion())
                        .isNotEmpty();
            }
        }
    }

    private static DynamicObject createWhenServed(dev.kcm.client.Api<DynamicObject> widgets, String group) {
        var widget = DynamicObject.of(widgets.resource(), (JsonObject) Json.parse("""
            {"apiVersion":"%s/v1","kind":"Widget",
             "metadata":{"name":"one","namespace":"%s"},
             "spec":{"size":3}}\
            """.formatted(group, SPACE)));
        while (true) {
            try {
                return widgets.create(widget);
            } catch (ApiException notYet) {
                if (notYet.failure().status().code() != 404) {
                    throw notYet;
                }
            }
        }
    }

    private static String definition(String group) {
        return """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
             "metadata":{"name":"widgets.%s"},
             "spec":{"group":"%s","scope":"Namespaced",
               "names":{"plural":"widgets","singular":"widget","kind":"Widget","listKind":"WidgetList"},
               "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
                 {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}\
            """.formatted(group, group);
    }

    private static ConfigMap configMap(String name, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.name(name).namespace(SPACE))
                .data(Map.of("value", value))
                .build();
    }

    private static ObjectKey key(String name) {
        return ObjectKey.of(SPACE, name);
    }

    private static String key(int number) {
        return Integer.toString(100 + number);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
