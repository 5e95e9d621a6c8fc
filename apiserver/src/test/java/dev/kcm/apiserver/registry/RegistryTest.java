package dev.kcm.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Selection;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegistryTest {
    private final Server server = new Server();

    @Test
    void a_new_object_gets_what_the_server_decides() {
        var map = server.create(configMap("a"));
        assertThat(map.uid()).hasSize(36);
        assertThat(map.resourceVersion()).isEqualTo("2");
        assertThat(map.metadata().creationTimestamp()).contains(server.clock.instant());
        assertThat(map.metadata().generation()).isZero();
        assertThat(server.create(deployment("web")).metadata().generation()).isEqualTo(1);
    }

    @Test
    void the_same_name_twice_is_refused_in_upstreams_words() {
        server.create(deployment("web"));
        assertThatThrownBy(() -> server.create(deployment("web")))
                .hasMessageContaining("deployments.apps \"web\" already exists")
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.failure()).isInstanceOf(ApiFailure.AlreadyExists.class));
    }

    @Test
    void generated_names_are_the_prefix_and_five_characters() {
        var prefix = configMap("").withMetadata(m -> m.generateName("x-"));
        assertThat(server.create(prefix).name()).matches("x-[a-z0-9]{5}");
    }

    @Test
    void an_invalid_object_is_refused_with_all_its_field_paths() {
        var broken = deployment("web").withSpec(spec -> spec.template(t -> t.spec(s -> s.containers(List.of()))));
        assertThatThrownBy(() -> server.create(broken))
                .hasMessageContaining(
                        "Deployment.apps \"web\" is invalid: spec.template.spec.containers:" + " Required value");
    }

    @Test
    void defaults_are_upstreams() {
        var spec = server.create(deployment("web")).spec();
        assertThat(spec.toString())
                .contains("\"replicas\":1")
                .contains("{\"maxUnavailable\":\"25%\",\"maxSurge\":\"25%\"}")
                .contains("\"revisionHistoryLimit\":10,\"progressDeadlineSeconds\":600")
                .contains("\"imagePullPolicy\":\"Always\"")
                .contains("\"terminationMessagePath\":\"/dev/termination-log\"")
                .contains("\"dnsPolicy\":\"ClusterFirst\",\"securityContext\":{}");
    }

    @Test
    void an_update_of_something_older_conflicts() {
        var first = server.create(configMap("a"));
        server.update(first.toBuilder().putData("k", "1").build());
        assertThatThrownBy(
                        () -> server.update(first.toBuilder().putData("k", "2").build()))
                .hasMessageContaining("Operation cannot be fulfilled on configmaps \"a\": the object has been"
                        + " modified; please apply your changes to the latest version and try"
                        + " again");
    }

    @Test
    void an_update_that_changes_nothing_writes_nothing() {
        var first = server.create(configMap("a"));
        assertThat(server.update(first).resourceVersion()).isEqualTo(first.resourceVersion());
    }

    @Test
    void spec_and_status_are_written_apart() {
        var made = server.create(deployment("web"));
        var changed = made.toBuilder()
                .spec(s -> s.replicas(5))
                .status(s -> s.replicas(7))
                .build();
        var updated = server.update(changed);
        assertThat(updated.status().replicas()).isZero();
        assertThat(updated.metadata().generation()).isEqualTo(2);
        var status = server.updateStatus(changed.withMetadata(updated.metadata()));
        assertThat(status.status().replicas()).isEqualTo(7);
        assertThat(status.spec().replicas()).contains(5);
        assertThat(status.metadata().generation()).isEqualTo(2);
    }

    @Test
    void patches_of_three_types_apply() {
        var key = server.create(deployment("web")).key();
        server.patch(Deployment.DEPLOYMENTS, key, PatchType.MERGE, "{\"spec\":{\"replicas\":2}}");
        server.patch(
                Deployment.DEPLOYMENTS,
                key,
                PatchType.JSON,
                "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"a\":\"b\"}}]");
        var patched = server.patch(
                Deployment.DEPLOYMENTS,
                key,
                PatchType.STRATEGIC,
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web:2\"}]}}}}");
        assertThat(patched.spec().replicas()).contains(2);
        assertThat(patched.labels()).containsEntry("a", "b");
        assertThat(patched.spec().template().spec().containers())
                .singleElement()
                .satisfies(container -> assertThat(container.image()).isEqualTo("web:2"));
        assertThatThrownBy(() -> server.patch(Deployment.DEPLOYMENTS, key, PatchType.APPLY, "{}"))
                .hasMessageContaining("fieldManager: Required value: is required for apply patch");
    }

    @Test
    void a_finalizer_keeps_a_deleted_object_until_it_is_taken_away() {
        var made = server.create(configMap("a").withMetadata(m -> m.addFinalizers("x.y/z")));
        server.delete(made, DeleteOptions.EMPTY);
        var ending = server.get(ConfigMap.CONFIG_MAPS, made.key());
        assertThat(ending.isDeleting()).isTrue();
        assertThatThrownBy(() -> server.update(ending.withMetadata(m -> m.addFinalizers("x.y/new"))))
                .hasMessageContaining("no new finalizers can be added if the object is being deleted");
        server.update(ending.withMetadata(m -> m.finalizers(List.of())));
        assertThat(server.store.get(ConfigMap.CONFIG_MAPS, made.key())).isEmpty();
    }

    @Test
    void foreground_deletion_leaves_the_object_to_the_garbage_collector() {
        var made = server.create(deployment("web"));
        server.delete(
                made, DeleteOptions.builder().propagationPolicy("Foreground").build());
        var ending = server.get(Deployment.DEPLOYMENTS, made.key());
        assertThat(ending.metadata().finalizers()).containsExactly("foregroundDeletion");
        assertThat(ending.metadata().generation()).isEqualTo(2);
    }

    @Test
    void a_pod_on_a_node_stays_for_its_grace_period_and_one_on_none_goes_at_once() {
        var placed = server.create(pod("a").withSpec(s -> s.nodeName("n")));
        server.delete(placed, DeleteOptions.EMPTY);
        var ending = server.get(Pod.PODS, placed.key());
        assertThat(ending.metadata().deletionGracePeriodSeconds()).contains(30L);
        assertThat(ending.metadata().deletionTimestamp())
                .contains(server.clock.instant().plusSeconds(30));
        server.delete(ending, DeleteOptions.builder().gracePeriodSeconds(0).build());
        assertThat(server.store.get(Pod.PODS, placed.key())).isEmpty();

        var waiting = server.create(pod("b"));
        var events = server.watch(Pod.PODS, "", waiting.resourceVersion());
        server.delete(waiting, DeleteOptions.EMPTY);
        assertThat(Server.drained(events)).containsExactly("modified b", "deleted b");
    }

    @Test
    void preconditions_of_a_delete_are_checked() {
        var made = server.create(configMap("a"));
        var wrong = DeleteOptions.builder().preconditions(p -> p.uid("other")).build();
        assertThatThrownBy(() -> server.delete(made, wrong))
                .hasMessageContaining("the UID in the precondition (other) does not match");
    }

    @Test
    void pages_show_one_state_whatever_happens_in_between() {
        for (var name : List.of("a", "b", "c", "d", "e")) {
            server.create(configMap(name));
        }
        var first = page(2, "");
        server.delete(server.get(ConfigMap.CONFIG_MAPS, ObjectKey.of("ns", "d")), DeleteOptions.EMPTY);
        var second = page(2, first.metadata().continue_());
        var third = page(2, second.metadata().continue_());
        assertThat(first.metadata().remainingItemCount()).contains(3L);
        assertThat(second.items()).extracting(KubeObject::name).containsExactly("c", "d");
        assertThat(third.items()).extracting(KubeObject::name).containsExactly("e");
        assertThat(third.metadata().continue_()).isEmpty();
        server.store.compact(server.store.revision());
        assertThatThrownBy(() -> page(2, first.metadata().continue_()))
                .hasMessageContaining("The provided continue parameter is too old");
    }

    @Test
    void lists_select_by_labels_and_by_the_fields_of_the_kind() {
        server.create(pod("a").withSpec(s -> s.nodeName("n1")));
        server.create(pod("b").withMetadata(m -> m.putLabels("app", "x")));
        assertThat(server.list(Pod.PODS, "", "app=x", "").items()).hasSize(1);
        assertThat(server.list(Pod.PODS, "ns", "", "spec.nodeName=n1").items()).hasSize(1);
        assertThat(server.list(Pod.PODS, "", "", "status.phase!=Pending").items())
                .isEmpty();
        assertThatThrownBy(() -> server.list(Pod.PODS, "", "", "spec.color=red"))
                .hasMessageContaining("field label not supported: spec.color");
    }

    @Test
    void a_watch_through_a_selector_adds_and_deletes_what_comes_and_goes() {
        var made = server.create(configMap("a"));
        var events = server.watch(ConfigMap.CONFIG_MAPS, "app=x", made.resourceVersion());
        var labelled = server.update(made.withMetadata(m -> m.putLabels("app", "x")));
        var changed = server.update(labelled.toBuilder().putData("k", "v").build());
        server.update(changed.withMetadata(m -> m.labels(Map.of())));
        assertThat(Server.drained(events)).containsExactly("added a", "modified a", "deleted a");
    }

    @Test
    void a_watch_from_a_forgotten_revision_says_so() {
        server.create(configMap("a"));
        server.create(configMap("b"));
        server.store.compact(server.store.revision());
        assertThat(Server.drained(server.watch(ConfigMap.CONFIG_MAPS, "", "1"))).containsExactly("failed Expired");
    }

    @Test
    void a_dry_run_shows_the_object_and_keeps_nothing() {
        var target = Target.collection(ConfigMap.CONFIG_MAPS, "ns");
        var call = new Operation.Create(target, configMap("a"), new WriteOptions(true, "", false));
        var shown = ((ApiResponse.One) server.ask(call)).object();
        assertThat(shown.uid()).isNotEmpty();
        assertThat(server.store.revision()).isEqualTo(1);
    }

    @Test
    void events_are_served_by_two_groups_from_one_store() {
        server.create(Event.builder()
                .metadata(m -> m.namespace("ns").name("e"))
                .involvedObject(o -> o.kind("Pod").name("p").namespace("ns"))
                .message("started")
                .build());
        var other = server.get(dev.kcm.model.events.v1.Event.EVENTS, ObjectKey.of("ns", "e"));
        assertThat(other.note()).isEqualTo("started");
        assertThat(other.regarding().name()).isEqualTo("p");
    }

    private ApiResponse.Many page(long limit, String token) {
        return (ApiResponse.Many) server.ask(new Operation.ListObjects(
                Target.collection(ConfigMap.CONFIG_MAPS, "ns"), Selection.EVERYTHING, limit, token, "", ""));
    }

    private static ConfigMap configMap(String name) {
        return ConfigMap.builder().metadata(m -> m.namespace("ns").name(name)).build();
    }

    private static Pod pod(String name) {
        return Pod.builder()
                .metadata(m -> m.namespace("ns").name(name))
                .spec(s -> s.addContainers(c -> c.name("c").image("i:1")))
                .build();
    }

    private static Deployment deployment(String name) {
        return Deployment.builder()
                .metadata(m -> m.namespace("ns").name(name))
                .spec(spec -> spec.selector(s -> s.putMatchLabels("app", name))
                        .template(t -> t.metadata(m -> m.putLabels("app", name))
                                .spec(s -> s.addContainers(c -> c.name("web").image("web")))))
                .build();
    }
}
