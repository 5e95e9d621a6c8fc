package dev.kcm.conformance.housekeeping;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.discovery;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.expireRevision;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.Quantity;
import dev.kcm.testing.junit.EmbeddedOnly;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.junit.RealOnly;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.PodBuilder;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What a namespace holds is there before its quota is, where a scenario also runs on the embedded
/// cluster: its API server does not charge for what is created, and nobody counts again for it.
@KubeScenario(controllers = "resourcequota-controller")
class ResourceQuotaScenarioTest {

    @Test
    void a_new_quota_shows_what_is_allowed_and_used(Scenario scenario) {
        scenario.given(sized("a", "100m", "64Mi"), sized("b", "250m", "1Gi"), service("web"))
                .awaitQuiet()
                .given(quota(
                        "pods", "10",
                        "cpu", "2",
                        "requests.cpu", "2",
                        "requests.memory", "4Gi",
                        "limits.cpu", "3",
                        "limits.memory", "1Gi",
                        "services", "5",
                        "services.loadbalancers", "1",
                        "requests.storage", "10Gi"))
                .awaitQuiet()
                .then(quota())
                .satisfies(allows("pods", "10", "requests.memory", "4Gi", "limits.memory", "1Gi"))
                .satisfies(uses(
                        "pods", "2",
                        "cpu", "350m",
                        "requests.cpu", "350m",
                        "requests.memory", "1088Mi",
                        "limits.cpu", "0",
                        "limits.memory", "0",
                        "services", "1",
                        "services.loadbalancers", "0",
                        "requests.storage", "0"))
                .wrote("update resourcequotas/status x1");
    }

    @Test
    void an_empty_namespace_uses_nothing(Scenario scenario) {
        scenario.given(quota("pods", "1", "secrets", "2", "count/deployments.apps", "3"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "0", "secrets", "0", "count/deployments.apps", "0"));
    }

    @Test
    void what_a_pod_used_is_free_when_it_is_gone(Scenario scenario) {
        scenario.given(sized("a", "100m", "64Mi"), sized("b", "250m", "1Gi")).awaitQuiet();
        scenario.given(quota("pods", "10", "requests.cpu", "2", "count/pods", "10"))
                .awaitQuiet();

        scenario.when(delete(pod("b")))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "requests.cpu", "100m", "count/pods", "1"))
                .wrote("update resourcequotas/status x1");
    }

    @Test
    void a_pod_that_has_ended_is_counted_and_not_charged(Scenario scenario) {
        scenario.given(sized("a", "100m", "64Mi"), passing("b", "250m")).awaitQuiet();
        scenario.given(quota("pods", "10", "requests.cpu", "2", "count/pods", "10"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "2", "requests.cpu", "350m", "count/pods", "2"));

        scenario.advance(Duration.ofSeconds(20))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "requests.cpu", "100m", "count/pods", "2"));
    }

    @Test
    void services_are_counted_with_the_ports_and_balancers_that_they_use(Scenario scenario) {
        scenario.given(service("inside"), service("outside").with(ResourceQuotaScenarioTest::balanced))
                .awaitQuiet();
        scenario.given(quota(
                        "services", "5",
                        "services.nodeports", "5",
                        "services.loadbalancers", "5",
                        "count/services", "5"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses(
                        "services", "2",
                        "services.nodeports", "1",
                        "services.loadbalancers", "1",
                        "count/services", "2"));

        scenario.when(patch(service("outside"), "{\"spec\": {\"type\": \"NodePort\"}}"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("services.nodeports", "1", "services.loadbalancers", "0"));

        scenario.when(delete(service("outside")), delete(service("inside")))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("services", "0", "services.nodeports", "0", "count/services", "0"));
    }

    @Test
    void claims_are_counted_by_storage_class_too(Scenario scenario) {
        scenario.given(claim("a", "1Gi", "gold"), claim("b", "2Gi", "silver")).awaitQuiet();
        scenario.given(quota(
                        "persistentvolumeclaims", "5",
                        "requests.storage", "10Gi",
                        "gold.storageclass.storage.k8s.io/requests.storage", "5Gi",
                        "gold.storageclass.storage.k8s.io/persistentvolumeclaims", "5",
                        "bronze.storageclass.storage.k8s.io/requests.storage", "5Gi"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses(
                        "persistentvolumeclaims", "2",
                        "requests.storage", "3Gi",
                        "gold.storageclass.storage.k8s.io/requests.storage", "1Gi",
                        "gold.storageclass.storage.k8s.io/persistentvolumeclaims", "1",
                        "bronze.storageclass.storage.k8s.io/requests.storage", "0"));

        scenario.when(
                        patch(claim("a", "1Gi", "gold"), "{\"metadata\": {\"finalizers\": null}}"),
                        delete(claim("a", "1Gi", "gold")))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses(
                        "persistentvolumeclaims", "1",
                        "requests.storage", "2Gi",
                        "gold.storageclass.storage.k8s.io/requests.storage", "0"));
    }

    @Test
    void kinds_are_counted_and_nothing_more(Scenario scenario) {
        scenario.given(config("a"), config("b"), secret("c")).awaitQuiet();
        scenario.given(quota(
                        "count/configmaps", "9",
                        "configmaps", "9",
                        "count/secrets", "9",
                        "count/leases.coordination.k8s.io", "9",
                        "resourcequotas", "9",
                        "count/cronjobs.batch", "9"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses(
                        "count/secrets", "1",
                        "count/leases.coordination.k8s.io", "0",
                        "resourcequotas", "1",
                        "count/cronjobs.batch", "0"));
        var before = used(scenario, "count/configmaps");

        scenario.when(delete(config("a")), delete(secret("c")))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses(
                        "count/configmaps", Long.toString(before - 1),
                        "configmaps", Long.toString(before - 1),
                        "count/secrets", "0"));
    }

    @Test
    void a_kind_that_nobody_serves_is_left_out(Scenario scenario) {
        scenario.given(config("a")).awaitQuiet();
        scenario.given(quota("count/secrets", "9", "count/widgets.example.com", "9"))
                .awaitQuiet()
                .then(quota())
                .satisfies(allows("count/widgets.example.com", "9"))
                .satisfies(uses("count/secrets", "0"))
                .satisfies(it -> assertThat(it.status().used()).doesNotContainKey("count/widgets.example.com"));
    }

    @Test
    void quotas_with_scopes_are_for_the_pods_in_them(Scenario scenario) {
        scenario.given(
                        sized("sized", "100m", "64Mi"),
                        pod("unsized"),
                        pod("ending").with(ending -> ending.withSpec(it -> it.activeDeadlineSeconds(7200))))
                .awaitQuiet();
        scenario.given(
                        scoped("best-effort", "BestEffort"),
                        scoped("not-best-effort", "NotBestEffort"),
                        scoped("terminating", "Terminating"),
                        scoped("not-terminating", "NotTerminating"),
                        priority("unranked", "DoesNotExist"),
                        priority("critical", "In", "system-cluster-critical"))
                .awaitQuiet()
                .then(scoped("best-effort", "BestEffort"))
                .satisfies(uses("pods", "2"))
                .then(scoped("not-best-effort", "NotBestEffort"))
                .satisfies(uses("pods", "1"))
                .then(scoped("terminating", "Terminating"))
                .satisfies(uses("pods", "1"))
                .then(scoped("not-terminating", "NotTerminating"))
                .satisfies(uses("pods", "2"))
                .then(priority("unranked", "DoesNotExist"))
                .satisfies(uses("pods", "3"))
                .then(priority("critical", "In", "system-cluster-critical"))
                .satisfies(uses("pods", "0"));

        scenario.when(delete(pod("unsized")))
                .awaitQuiet()
                .then(scoped("best-effort", "BestEffort"))
                .satisfies(uses("pods", "1"))
                .then(scoped("not-best-effort", "NotBestEffort"))
                .satisfies(uses("pods", "1"));
    }

    @Test
    void what_is_allowed_may_change(Scenario scenario) {
        scenario.given(pod("a"), service("web")).awaitQuiet();
        scenario.given(quota("pods", "10", "configmaps", "10")).awaitQuiet();

        scenario.when(patch(
                        quota(),
                        "{\"spec\": {\"hard\": {\"pods\": \"20\", \"configmaps\": null," + " \"services\": \"3\"}}}"))
                .awaitQuiet()
                .then(quota())
                .satisfies(allows("pods", "20", "services", "3"))
                .satisfies(uses("pods", "1", "services", "1"))
                .satisfies(it -> assertThat(it.status().used()).containsOnlyKeys("pods", "services"))
                .wrote("update resourcequotas/status x1");
    }

    @Test
    void a_quota_that_is_gone_is_left_alone(Scenario scenario) {
        scenario.given(pod("a"), config("settings")).awaitQuiet();
        scenario.given(quota("pods", "10", "configmaps", "10")).awaitQuiet();

        scenario.when(delete(quota()))
                .awaitQuiet()
                .when(delete(pod("a")), delete(config("settings")))
                .awaitQuiet()
                .then(quota())
                .isGone()
                .wroteNothing();
    }

    @Test
    void quotas_of_one_namespace_do_not_know_of_each_other(Scenario scenario) {
        scenario.given(pod("a"), service("web")).awaitQuiet();
        scenario.given(named("pods-only", "pods", "5"), named("both", "pods", "5", "services", "5"))
                .awaitQuiet();

        scenario.when(delete(service("web")))
                .awaitQuiet()
                .then(named("pods-only"))
                .satisfies(uses("pods", "1"))
                .then(named("both"))
                .satisfies(uses("pods", "1", "services", "0"))
                .wrote("update resourcequotas/status x1");
    }

    @Test
    @RealOnly("the embedded API server does not charge for what is created")
    void what_comes_later_is_charged_for_and_given_back(Scenario scenario) {
        scenario.given(quota("pods", "3", "services", "3", "configmaps", "9", "secrets", "9"))
                .awaitQuiet();
        scenario.given(pod("a"), pod("b"), service("web"), secret("keys"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "2", "services", "1", "secrets", "1"));

        scenario.when(delete(pod("a")), delete(service("web")), delete(secret("keys")))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "services", "0", "secrets", "0"));
    }

    @Test
    @EmbeddedOnly("five minutes pass")
    void everything_is_counted_again_from_time_to_time(Scenario scenario) {
        scenario.given(quota("pods", "3", "configmaps", "9")).awaitQuiet();
        scenario.given(pod("a"), config("settings")).awaitQuiet().wroteNothing();

        scenario.advance(Duration.ofMinutes(5))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "configmaps", "1"));
    }

    @Test
    void is_right_after_conflicts_and_refusals(Scenario scenario) {
        scenario.given(pod("a"), config("settings")).awaitQuiet();
        scenario.fault(
                conflictOnce(updateStatus(ResourceQuota.RESOURCE_QUOTAS)),
                dropWatch(LeanPod.PODS),
                dropWatch(ConfigMap.CONFIG_MAPS),
                expireRevision());
        scenario.given(quota("pods", "10", "secrets", "10"))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "secrets", "0"));
    }

    @Test
    void what_the_server_serves_may_be_learnt_late(Scenario scenario) {
        scenario.given(pod("a"), secret("keys")).awaitQuiet();
        scenario.fault(refuse(discovery()).with(serverError("not now")));
        scenario.given(quota("pods", "10", "count/secrets", "10"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1"))
                .satisfies(it -> assertThat(it.status().used()).doesNotContainKey("count/secrets"));

        scenario.heal()
                .advance(Duration.ofSeconds(32))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "count/secrets", "1"));
    }

    @Test
    void goes_on_after_each_crash(Scenario scenario) {
        scenario.given(pod("a"), pod("b"), secret("keys")).awaitQuiet();
        scenario.crashAfterWrite(1);
        scenario.given(quota("pods", "10", "count/secrets", "10"))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "2", "count/secrets", "1"));

        scenario.crashAfterWrite(1);
        scenario.when(delete(pod("a")), delete(secret("keys")))
                .awaitQuiet()
                .then(quota())
                .satisfies(uses("pods", "1", "count/secrets", "0"));
    }

    private static AnyObjectBuilder<ResourceQuota> quota(String... hard) {
        return named("ration", hard);
    }

    private static AnyObjectBuilder<ResourceQuota> named(String name, String... hard) {
        return object(ResourceQuota.builder()
                .metadata(it -> it.name(name))
                .spec(it -> it.hard(amounts(hard)))
                .build());
    }

    private static AnyObjectBuilder<ResourceQuota> scoped(String name, String scope) {
        return object(ResourceQuota.builder()
                .metadata(it -> it.name(name))
                .spec(it -> it.hard(amounts("pods", "10")).addScopes(scope))
                .build());
    }

    private static AnyObjectBuilder<ResourceQuota> priority(String name, String operator, String... values) {
        return object(ResourceQuota.builder()
                .metadata(it -> it.name(name))
                .spec(it -> it.hard(amounts("pods", "10"))
                        .scopeSelector(selector -> selector.addMatchExpressions(one -> one.scopeName("PriorityClass")
                                .operator(operator)
                                .values(List.of(values)))))
                .build());
    }

    private static AnyObjectBuilder<ConfigMap> config(String name) {
        return object(ConfigMap.builder().metadata(it -> it.name(name)).build());
    }

    private static AnyObjectBuilder<Secret> secret(String name) {
        return object(Secret.builder().metadata(it -> it.name(name)).build());
    }

    private static AnyObjectBuilder<PersistentVolumeClaim> claim(String name, String storage, String storageClass) {
        return object(PersistentVolumeClaim.builder()
                .metadata(it -> it.name(name))
                .spec(it -> it.storageClassName(storageClass)
                        .addAccessModes("ReadWriteOnce")
                        .resources(r -> r.requests(amounts("storage", storage))))
                .build());
    }

    private static Service balanced(Service service) {
        return service.withSpec(it -> it.type("LoadBalancer"));
    }

    private static PodBuilder sized(String name, String cpu, String memory) {
        return pod(name)
                .with(pod -> pod.withSpec(pod.spec()
                        .withContainers(pod.spec().containers().stream()
                                .map(one -> one.withResources(r -> r.requests(amounts("cpu", cpu, "memory", memory))))
                                .toList())));
    }

    /// It ends by itself after a while.
    private static PodBuilder passing(String name, String cpu) {
        return sized(name, cpu, "64Mi")
                .annotation("kcm.dev/run-for", "16s")
                .annotation("kcm.dev/exit-code", "0")
                .with(pod -> pod.withSpec(it -> it.restartPolicy("Never")));
    }

    private static Map<String, Quantity> amounts(String... namesAndAmounts) {
        var amounts = new TreeMap<String, Quantity>();
        for (int i = 0; i < namesAndAmounts.length; i += 2) {
            amounts.put(namesAndAmounts[i], Quantity.parse(namesAndAmounts[i + 1]));
        }
        return amounts;
    }

    private static Consumer<ResourceQuota> allows(String... hard) {
        return quota -> assertThat(quota.status().hard()).containsAllEntriesOf(amounts(hard));
    }

    private static Consumer<ResourceQuota> uses(String... used) {
        return quota -> assertThat(quota.status().used()).containsAllEntriesOf(amounts(used));
    }

    private static long used(Scenario scenario, String name) {
        return scenario.find(quota()).orElseThrow().status().used().get(name).value();
    }
}
