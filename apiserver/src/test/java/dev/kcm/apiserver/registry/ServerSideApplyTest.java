package dev.kcm.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.kcm.apiserver.admission.AdmissionChain;
import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.meta.v1.ManagedFieldsEntry;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.value.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Managed fields and apply through the registry, as requests from outside see them.
class ServerSideApplyTest {
    private static final ObjectKey WEB = ObjectKey.of("default", "web");
    private static final String DEPLOYMENT = """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: default}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - {name: main, image: "%s"}
        """;

    private final Server server = new Server(AdmissionChain.NONE, true);

    @Test
    void creates_what_is_missing_and_owns_what_it_sent() {
        var response = (ApiResponse.One) apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx"));
        assertThat(response.isNew()).isTrue();
        assertThat(described(response.object()))
                .containsExactly(
                        "alice Apply apps/v1 2026-01-01T00:00:00Z "
                            + "{\"f:spec\":{\"f:replicas\":{},\"f:selector\":{},\"f:template\":{\"f:metadata\":{\"f:labels\":{\"f:app\":{}}},"
                            + "\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"main\\\"}\":{\".\":{},\"f:image\":{},\"f:name\":{}}}}}}}");
        assertThat(((Deployment) response.object()).spec().revisionHistoryLimit())
                .as("defaults belong to nobody, but are there")
                .contains(10);
    }

    @Test
    void refuses_to_change_what_another_owns_in_upstreams_words_unless_forced() {
        apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx"));
        update(deployment().withSpec(spec -> spec.replicas(5)), "kubectl-client-side-apply");
        assertThatThrownBy(() -> apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx")))
                .isInstanceOfSatisfying(ApiException.class, failed -> {
                    var status = failed.failure().status();
                    assertThat(status.code()).isEqualTo(409);
                    assertThat(status.reason()).isEqualTo("Conflict");
                    assertThat(status.message())
                            .isEqualTo("Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using"
                                    + " apps/v1: .spec.replicas");
                    assertThat(status.details().orElseThrow().causes())
                            .singleElement()
                            .satisfies(cause -> {
                                assertThat(cause.reason()).isEqualTo("FieldManagerConflict");
                                assertThat(cause.field()).isEqualTo(".spec.replicas");
                            });
                });
        var forced = apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx"), true);
        assertThat(((Deployment) ((ApiResponse.One) forced).object()).spec().replicas())
                .contains(2);
        assertThat(managers()).containsExactly("alice Apply");
    }

    @Test
    void removes_what_is_no_longer_applied_and_nobody_else_owns() {
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1', b: '2', c: '3'}"));
        apply(ConfigMap.CONFIG_MAPS, "bob", configMap("{b: '2'}"));
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{c: '3'}"));
        var left = (ConfigMap) get(ConfigMap.CONFIG_MAPS);
        assertThat(left.data()).containsOnlyKeys("b", "c");
        assertThat(left.metadata().managedFields())
                .extracting(ManagedFieldsEntry::manager, entry -> entry.time().isPresent())
                .as("an apply that changes nothing has no time, as upstream")
                .containsExactly(tuple("bob", false), tuple("alice", true));
    }

    @Test
    void an_apply_that_changes_nothing_writes_nothing() {
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1'}"));
        var before = get(ConfigMap.CONFIG_MAPS);
        server.clock.advance(Duration.ofMinutes(1));
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1'}"));
        assertThat(get(ConfigMap.CONFIG_MAPS)).isEqualTo(before);
    }

    @Test
    void a_dry_run_shows_the_result_and_stores_nothing() {
        var options = new WriteOptions(true, "alice", false);
        var shown = (ApiResponse.One) server.ask(patch(ConfigMap.CONFIG_MAPS, configMap("{a: '1'}"), false, options));
        assertThat(described(shown.object())).hasSize(1);
        assertThatThrownBy(() -> get(ConfigMap.CONFIG_MAPS)).hasMessageContaining("not found");
    }

    @Test
    void every_write_is_recorded_with_its_subresource_and_without_what_admission_adds() {
        var labelling = new AdmissionPlugin() {
            @Override
            public KubeObject create(RequestUser caller, Target target, KubeObject object) {
                return object.withMetadata(object.metadata().toBuilder()
                        .putLabels("added", "by-admission")
                        .build());
            }
        };
        var admitting = new Server(labelling, true);
        var create = new Operation.Create(
                Target.collection(Namespace.NAMESPACES, ""),
                Namespace.builder()
                        .metadata(metadata -> metadata.name("lab").putAnnotations("a", "b"))
                        .build(),
                WriteOptions.NONE.withFieldManager("kubectl-create"));
        var made = (Namespace) ((ApiResponse.One) admitting.ask(create)).object();
        assertThat(made.labels()).containsKey("added");
        assertThat(fields(made)).noneMatch(text -> text.contains("added")).anyMatch(text -> text.contains("f:a"));
    }

    @Test
    void the_status_has_managers_of_its_own() {
        apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx"));
        server.ask(new Operation.Update(
                target(Deployment.DEPLOYMENTS).withSubresource("status"),
                deployment().withStatus(status -> status.replicas(2)).withSpec(spec -> spec.replicas(9)),
                WriteOptions.NONE.withFieldManager("kube-controller-manager")));
        assertThat(described(deployment()))
                .anyMatch(line -> line.startsWith("kube-controller-manager Update apps/v1 2026-01-01T00:00:00Z")
                        && line.endsWith("{\"f:status\":{\"f:replicas\":{}}}"));
        assertThat(deployment().metadata().managedFields())
                .extracting(ManagedFieldsEntry::subresource)
                .containsExactly("", "status");
    }

    @Test
    void a_scale_takes_the_replicas_and_has_no_time() {
        apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx"));
        var scale = Scale.builder()
                .metadata(m -> m.name("web").namespace("default"))
                .spec(s -> s.replicas(4))
                .build();
        server.ask(new Operation.Update(
                target(Deployment.DEPLOYMENTS).withSubresource("scale"),
                scale,
                WriteOptions.NONE.withFieldManager("autoscaler")));
        assertThat(deployment().metadata().managedFields())
                .filteredOn(entry -> entry.manager().equals("autoscaler"))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.subresource()).isEqualTo("scale");
                    assertThat(entry.time()).isEmpty();
                    assertThat(entry.fieldsV1()).hasToString("Optional[{\"f:spec\":{\"f:replicas\":{}}}]");
                });
        assertThatThrownBy(() -> apply(Deployment.DEPLOYMENTS, "alice", DEPLOYMENT.formatted(2, "nginx")))
                .hasMessageContaining(
                        "conflict with \"autoscaler\" with subresource \"scale\" using apps/v1: .spec.replicas");
    }

    @Test
    void kubectl_takes_over_what_it_applied_client_side() {
        var applied =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"annotations\":{},\"name\":\"web\",\"namespace\":\"default\"},\"data\":{\"a\":\"1\"}}\n";
        server.ask(new Operation.Create(
                Target.collection(ConfigMap.CONFIG_MAPS, "default"),
                ConfigMap.builder()
                        .metadata(m -> m.name("web")
                                .namespace("default")
                                .putAnnotations("kubectl.kubernetes.io/last-applied-configuration", applied))
                        .putData("a", "1")
                        .build(),
                WriteOptions.NONE.withFieldManager("kubectl-client-side-apply")));
        assertThatThrownBy(() -> apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '2'}")))
                .hasMessageContaining("conflict with \"kubectl-client-side-apply\" using v1: .data.a");
        apply(ConfigMap.CONFIG_MAPS, "kubectl", configMap("{a: '2'}"));
        var left = (ConfigMap) get(ConfigMap.CONFIG_MAPS);
        assertThat(left.data()).containsEntry("a", "2");
        assertThat(left.annotations().get("kubectl.kubernetes.io/last-applied-configuration"))
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"2\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"web\",\"namespace\":\"default\"}}\n");
    }

    @Test
    void errors_are_upstreams() {
        assertThatThrownBy(() -> apply(ConfigMap.CONFIG_MAPS, "alice", "apiVersion: v1\nkind: Secret"))
                .hasMessageContaining("invalid object type: /v1, Kind=Secret");
        assertThatThrownBy(() -> apply(ConfigMap.CONFIG_MAPS, "alice", "a: b: c"))
                .hasMessageContaining("error decoding YAML: ");
        assertThatThrownBy(() -> apply(
                        ConfigMap.CONFIG_MAPS,
                        "alice",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: web, managedFields: []}}"))
                .hasMessageContaining("metadata.managedFields must be nil");
        assertThatThrownBy(() -> apply(
                        ConfigMap.CONFIG_MAPS,
                        "alice",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: web}, unheardOf: 1}"))
                .isInstanceOfSatisfying(ApiException.class, failed -> {
                    assertThat(failed.failure().status().code()).isEqualTo(500);
                    assertThat(failed.failure().status().message())
                            .isEqualTo("failed to create typed patch object (/web; /v1, Kind=ConfigMap): .unheardOf:"
                                    + " field not declared in schema");
                });
        assertThatThrownBy(() -> apply(
                        ConfigMap.CONFIG_MAPS,
                        "alice",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: web, uid: some}}"))
                .hasMessageContaining(
                        "uid mismatch: the provided object specified uid some, and no existing object was found");
        assertThatThrownBy(() -> server.ask(new Operation.Patch(
                        target(Deployment.DEPLOYMENTS).withSubresource("status"),
                        PatchType.APPLY,
                        bytes(DEPLOYMENT.formatted(1, "nginx")),
                        false,
                        WriteOptions.NONE.withFieldManager("alice"))))
                .hasMessageContaining("not found");
    }

    @Test
    void a_client_may_replace_or_reset_the_entries() {
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1'}"));
        server.patch(
                ConfigMap.CONFIG_MAPS,
                WEB,
                PatchType.JSON,
                "[{\"op\":\"replace\",\"path\":\"/metadata/managedFields/0/manager\",\"value\":\"bob\"}]");
        assertThat(get(ConfigMap.CONFIG_MAPS).metadata().managedFields())
                .extracting(ManagedFieldsEntry::manager)
                .containsExactly("bob");
        server.patch(ConfigMap.CONFIG_MAPS, WEB, PatchType.MERGE, "{\"metadata\":{\"managedFields\":[{}]}}");
        assertThat(get(ConfigMap.CONFIG_MAPS).metadata().managedFields()).isEmpty();
        server.patch(ConfigMap.CONFIG_MAPS, WEB, PatchType.MERGE, "{\"data\":{\"b\":\"2\"}}");
        assertThat(get(ConfigMap.CONFIG_MAPS).metadata().managedFields())
                .as("an untracked object stays so until it is applied to")
                .isEmpty();
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1'}"));
        assertThat(get(ConfigMap.CONFIG_MAPS).metadata().managedFields())
                .extracting(ManagedFieldsEntry::manager)
                .containsExactly("alice", "before-first-apply");
    }

    @Test
    void lists_and_watches_show_them_and_callers_inside_share_the_stored_object() throws InterruptedException {
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1'}"));
        var list = (ApiResponse.Many) server.ask(
                Operation.ListObjects.all(Target.collection(ConfigMap.CONFIG_MAPS, "default"), Selection.EVERYTHING));
        assertThat(list.items())
                .singleElement()
                .satisfies(item -> assertThat(item.metadata().managedFields()).hasSize(1));
        assertThat(server.store
                        .get(ConfigMap.CONFIG_MAPS, WEB)
                        .orElseThrow()
                        .metadata()
                        .managedFields())
                .isEmpty();
    }

    @Test
    void more_than_ten_updaters_become_one() {
        apply(ConfigMap.CONFIG_MAPS, "alice", configMap("{a: '1'}"));
        for (int i = 10; i < 25; i++) {
            server.clock.advance(Duration.ofSeconds(1));
            var number = i;
            update(
                    ((ConfigMap) get(ConfigMap.CONFIG_MAPS))
                            .toBuilder().putData("k" + number, "v").build(),
                    "u" + number);
        }
        assertThat(managers()).isNotEmpty();
        assertThat(get(ConfigMap.CONFIG_MAPS).metadata().managedFields())
                .hasSize(11)
                .anyMatch(entry -> entry.manager().equals("ancient-changes"));
    }

    private ApiResponse apply(Resource<?> resource, String manager, String body) {
        return apply(resource, manager, body, false);
    }

    private ApiResponse apply(Resource<?> resource, String manager, String body, boolean force) {
        return server.ask(patch(resource, body, force, WriteOptions.NONE.withFieldManager(manager)));
    }

    private static Operation.Patch patch(Resource<?> resource, String body, boolean force, WriteOptions options) {
        return new Operation.Patch(target(resource), PatchType.APPLY, bytes(body), force, options);
    }

    private void update(KubeObject object, String manager) {
        server.ask(
                new Operation.Update(target(object.resource()), object, WriteOptions.NONE.withFieldManager(manager)));
    }

    private KubeObject get(Resource<?> resource) {
        return ((ApiResponse.One) server.ask(new Operation.Get(target(resource)))).object();
    }

    private Deployment deployment() {
        return (Deployment) get(Deployment.DEPLOYMENTS);
    }

    private List<String> managers() {
        var resource = server.store.get(Deployment.DEPLOYMENTS, WEB).isPresent()
                ? Deployment.DEPLOYMENTS
                : ConfigMap.CONFIG_MAPS;
        return get(resource).metadata().managedFields().stream()
                .map(entry -> entry.manager() + " " + entry.operation())
                .toList();
    }

    private static List<String> described(KubeObject object) {
        return object.metadata().managedFields().stream()
                .map(entry -> "%s %s %s %s %s"
                        .formatted(
                                entry.manager(),
                                entry.operation(),
                                entry.apiVersion(),
                                entry.time().orElseThrow(),
                                entry.fieldsV1().orElseThrow()))
                .toList();
    }

    private static List<String> fields(KubeObject object) {
        return object.metadata().managedFields().stream()
                .map(entry -> entry.fieldsV1().orElseThrow().toString())
                .toList();
    }

    private static Target target(Resource<?> resource) {
        return Target.object(resource, WEB);
    }

    private static String configMap(String data) {
        return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: default}\ndata: " + data;
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
