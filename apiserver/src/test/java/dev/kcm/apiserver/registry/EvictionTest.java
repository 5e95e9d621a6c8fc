package dev.kcm.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.meta.v1.DeleteOptions;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.policy.v1.Eviction;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.policy.v1.PodDisruptionBudgetStatus;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The words are upstream's.
class EvictionTest {
    private static final String VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

    private final Server server = new Server();

    @Test
    void a_granted_eviction_is_counted_and_said_in_the_pod() {
        budget(status -> status.disruptionsAllowed(1).currentHealthy(3).desiredHealthy(2));
        var pod = pod("web", "Running", true);

        assertThat(evict(pod, DeleteOptions.EMPTY, false)).isEqualTo(ApiResponse.Done.CREATED);

        var status = budget().status();
        assertThat(status.disruptionsAllowed()).isZero();
        assertThat(status.disruptedPods()).containsEntry("web", server.clock.instant());
        assertThat(status.conditions()).singleElement().satisfies(condition -> {
            assertThat(condition.type()).isEqualTo("DisruptionAllowed");
            assertThat(condition.status()).isEqualTo("False");
            assertThat(condition.reason()).isEqualTo("InsufficientPods");
        });
        var going = server.get(Pod.PODS, pod.key());
        assertThat(going.isDeleting()).isTrue();
        assertThat(going.status().conditions())
                .filteredOn(condition -> condition.type().equals("DisruptionTarget"))
                .singleElement()
                .satisfies(condition -> {
                    assertThat(condition.reason()).isEqualTo("EvictionByEvictionAPI");
                    assertThat(condition.message()).isEqualTo("Eviction API: evicting");
                });
    }

    @Test
    void a_budget_with_nothing_to_spare_says_what_it_has() {
        budget(status -> status.currentHealthy(2).desiredHealthy(2));
        var refused = refusal(pod("web", "Running", true));

        assertThat(refused.code()).isEqualTo(429);
        assertThat(refused.message()).isEqualTo(VIOLATION);
        assertThat(cause(refused)).isEqualTo("The disruption budget web needs 2 healthy pods and has 2 currently");
        assertThat(refused.details().orElseThrow().causes().getFirst().reason()).isEqualTo("DisruptionBudget");
        assertThat(server.get(Pod.PODS, key("web")).isDeleting()).isFalse();
    }

    @Test
    void a_failed_sync_comes_first_and_other_reasons_are_passed_on() {
        budget(status -> status.currentHealthy(1)
                .desiredHealthy(2)
                .addConditions(one -> one.type("DisruptionAllowed")
                        .status("False")
                        .reason("SyncFailed")
                        .message("jobs.batch does not implement the scale subresource")));
        assertThat(cause(refusal(pod("web", "Running", true))))
                .isEqualTo("The disruption budget web does not allow evicting pods currently because it failed sync:"
                        + " jobs.batch does not implement the scale subresource");

        write(status -> status.currentHealthy(3)
                .desiredHealthy(2)
                .addConditions(one -> one.type("DisruptionAllowed")
                        .status("False")
                        .reason("Paused")
                        .message("not today")));
        assertThat(cause(refusal(server.get(Pod.PODS, key("web")))))
                .isEqualTo("The disruption budget web does not allow evicting pods currently (Paused): not today");
    }

    @Test
    void a_budget_that_was_changed_has_to_be_counted_first() {
        budget(status -> status.disruptionsAllowed(1));
        server.update(budget().withSpec(spec -> spec.maxUnavailable(IntOrString.of(2))));
        var refused = refusal(pod("web", "Running", true));

        assertThat(cause(refused)).isEqualTo("The disruption budget web is still being processed by the server.");
        assertThat(refused.details().orElseThrow().retryAfterSeconds()).isEqualTo(10);
    }

    @Test
    void too_many_that_nobody_noticed_are_forbidden() {
        budget(status -> {
            status.disruptionsAllowed(1);
            for (int i = 0; i < 2001; i++) {
                status.putDisruptedPods("gone-" + i, server.clock.instant());
            }
        });

        assertThat(refusal(pod("web", "Running", true)).message())
                .isEqualTo("poddisruptionbudget.policy \"web\" is forbidden: DisruptedPods map too big - too many"
                        + " evictions not confirmed by PDB controller");
    }

    @Test
    void two_budgets_are_an_error_of_the_server() {
        budget(status -> status.disruptionsAllowed(1));
        server.create(fresh("other"));
        var refused = refusal(pod("web", "Running", true));

        assertThat(refused.code()).isEqualTo(500);
        assertThat(refused.message())
                .isEqualTo("This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
                        + " support.");
    }

    @Test
    void a_pod_that_is_not_ready_is_free_while_enough_are_or_always_where_that_is_the_policy() {
        budget(status -> status.currentHealthy(1).desiredHealthy(2));
        var pod = pod("web", "Running", false);
        assertThat(refusal(pod).code()).isEqualTo(429);

        write(status -> status.currentHealthy(2).desiredHealthy(2));
        evict(pod, DeleteOptions.EMPTY, false);
        assertThat(server.get(Pod.PODS, pod.key()).isDeleting()).isTrue();
        assertThat(budget().status().disruptedPods()).isEmpty();

        server.update(budget().withSpec(spec -> spec.unhealthyPodEvictionPolicy("AlwaysAllow")));
        write(status -> status.currentHealthy(0).desiredHealthy(2));
        var other = pod("other", "Running", false);
        evict(other, DeleteOptions.EMPTY, false);
        assertThat(server.get(Pod.PODS, other.key()).isDeleting()).isTrue();
    }

    @Test
    void pods_that_have_not_started_or_have_ended_need_no_budget() {
        budget(status -> status.currentHealthy(0).desiredHealthy(2));
        for (var phase : List.of("Pending", "Succeeded", "Failed")) {
            var pod = pod("web-" + phase.toLowerCase(Locale.ROOT), phase, false);
            assertThat(evict(pod, DeleteOptions.EMPTY, false)).isEqualTo(ApiResponse.Done.CREATED);
        }
        assertThat(budget().status().disruptedPods()).isEmpty();
    }

    @Test
    void a_dry_run_asks_and_changes_nothing() {
        budget(status -> status.disruptionsAllowed(1).currentHealthy(3).desiredHealthy(2));
        var pod = pod("web", "Running", true);

        evict(pod, DeleteOptions.EMPTY, true);
        evict(pod, DeleteOptions.EMPTY.withDryRun(List.of("All")), false);
        assertThat(server.get(Pod.PODS, pod.key())).isEqualTo(pod);
        assertThat(budget().status().disruptionsAllowed()).isEqualTo(1);

        write(status -> status.disruptionsAllowed(0));
        assertThatThrownBy(() -> evict(pod, DeleteOptions.EMPTY, true)).hasMessageContaining(VIOLATION);
    }

    @Test
    void preconditions_hold() {
        var pod = pod("web", "Running", true);

        assertThatThrownBy(() -> evict(pod, DeleteOptions.EMPTY.withPreconditions(it -> it.uid("another")), false))
                .hasMessageContaining(
                        "Operation cannot be fulfilled on Pod \"web\": the UID in the precondition (another)");
        assertThatThrownBy(
                        () -> evict(pod, DeleteOptions.EMPTY.withPreconditions(it -> it.resourceVersion("1")), false))
                .hasMessageContaining("the ResourceVersion in the precondition (1) does not match");
        assertThat(server.get(Pod.PODS, pod.key())).isEqualTo(pod);
        evict(
                pod,
                DeleteOptions.EMPTY.withPreconditions(it -> it.uid(pod.uid()).resourceVersion(pod.resourceVersion())),
                false);
        assertThat(server.get(Pod.PODS, pod.key()).isDeleting()).isTrue();
    }

    @Test
    void the_name_has_to_be_the_pods() {
        pod("web", "Running", true);
        var target = Target.object(Pod.PODS, key("web")).withSubresource("eviction");
        var other = Eviction.builder().metadata(it -> it.name("other")).build();

        assertThatThrownBy(() -> server.ask(new Operation.Create(target, other, WriteOptions.NONE)))
                .hasMessageContaining("name in URL does not match name in Eviction object");
    }

    @Test
    void amounts_of_a_budget_are_checked() {
        assertThatThrownBy(
                        () -> server.create(fresh("web").withSpec(spec -> spec.maxUnavailable(IntOrString.of("110%")))))
                .hasMessageContaining("spec.maxUnavailable: Invalid value: ")
                .hasMessageContaining("must not be greater than 100%");
        assertThatThrownBy(() -> server.create(fresh("web").withSpec(spec -> spec.maxUnavailable(IntOrString.of(-1)))))
                .hasMessageContaining("must be greater than or equal to 0");
        assertThatThrownBy(() -> server.create(fresh("web").withSpec(spec -> spec.unhealthyPodEvictionPolicy("Never"))))
                .hasMessageContaining("supported values: \"AlwaysAllow\", \"IfHealthyBudget\"");
    }

    private Status refusal(Pod pod) {
        try {
            evict(pod, DeleteOptions.EMPTY, false);
        } catch (ApiException refused) {
            return refused.failure().status();
        }
        throw new AssertionError("the eviction was granted");
    }

    private static String cause(Status refused) {
        return refused.details().orElseThrow().causes().getFirst().message();
    }

    private ApiResponse evict(Pod pod, DeleteOptions options, boolean isDryRun) {
        var eviction = Eviction.builder()
                .metadata(metadata -> metadata.namespace(pod.namespace()).name(pod.name()))
                .deleteOptions(options)
                .build();
        var target = Target.object(Pod.PODS, pod.key()).withSubresource("eviction");
        return server.ask(new Operation.Create(target, eviction, new WriteOptions(isDryRun, "", false)));
    }

    private void budget(Consumer<PodDisruptionBudgetStatus.Builder> status) {
        server.create(fresh("web"));
        write(status);
    }

    private void write(Consumer<PodDisruptionBudgetStatus.Builder> edit) {
        var budget = budget();
        var status = PodDisruptionBudgetStatus.builder()
                .observedGeneration(budget.metadata().generation());
        edit.accept(status);
        server.updateStatus(budget.withStatus(status.build()));
    }

    private PodDisruptionBudget budget() {
        return server.get(PodDisruptionBudget.POD_DISRUPTION_BUDGETS, key("web"));
    }

    private static ObjectKey key(String name) {
        return ObjectKey.of("default", name);
    }

    private static PodDisruptionBudget fresh(String name) {
        return PodDisruptionBudget.builder()
                .metadata(metadata -> metadata.namespace("default").name(name))
                .spec(spec -> spec.maxUnavailable(IntOrString.of(1))
                        .selector(selector -> selector.putMatchLabels("app", "web")))
                .build();
    }

    private Pod pod(String name, String phase, boolean isReady) {
        var created = server.create(Pod.builder()
                .metadata(metadata -> metadata.namespace("default").name(name).putLabels("app", "web"))
                .spec(spec -> spec.nodeName("node-1")
                        .addContainers(one -> one.name("main").image("web:1")))
                .build());
        return server.updateStatus(created.withStatus(status ->
                status.phase(phase).addConditions(one -> one.type("Ready").status(isReady ? "True" : "False"))));
    }
}
