package dev.kcm.conformance.housekeeping;

import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.pod;
import static dev.kcm.testing.scenario.Builders.service;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.deleteAll;
import static dev.kcm.testing.scenario.Faults.discovery;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.expireRevision;
import static dev.kcm.testing.scenario.Faults.groupUnavailable;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Faults.updateStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.operation.Propagation;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.ObjectLocator;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The namespace each of these scenarios is about is the one it runs in.
@KubeScenario(controllers = "namespace-controller")
@ResourceLock(value = ServedGroups.LOCK, mode = ResourceAccessMode.READ)
class NamespaceScenarioTest {
    private static final String HOLD = "example.com/hold";
    private static final String FREED = "{\"metadata\": {\"finalizers\": null}}";

    /// Upstream waits for five seconds before it syncs a namespace.
    private static final Duration A_WHILE = Duration.ofSeconds(8);

    /// A namespace with remaining content is synced again after half of the estimate: of the grace of pods, or of 15
    /// seconds for finalizers.
    private static final Duration UNTIL_NEXT_SYNC = Duration.ofSeconds(22);

    @Test
    void takes_everything_with_it(Scenario scenario) {
        scenario.given(config("settings"), secret("keys"), service("web"), pod("web"))
                .awaitQuiet();

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone()
                .then(config("settings"))
                .isGone()
                .then(secret("keys"))
                .isGone()
                .then(service("web"))
                .isGone()
                .then(pod("web"))
                .isGone();
    }

    @Test
    void goes_at_once_when_it_is_empty(Scenario scenario) {
        scenario.awaitQuiet()
                .when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void nothing_happens_to_a_namespace_that_stays(Scenario scenario) {
        scenario.given(config("settings"), pod("web"))
                .awaitQuiet()
                .then(namespace(scenario))
                .status("phase", "Active")
                .then(config("settings"))
                .exists()
                .wroteNothing();
    }

    @Test
    void pods_go_before_the_rest(Scenario scenario) {
        scenario.given(config("settings"), pod("web").finalizer(HOLD)).awaitQuiet();

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(pod("web"))
                .isTerminating()
                .then(config("settings"))
                .satisfies(it -> assertThat(it.isDeleting()).isFalse())
                .then(namespace(scenario))
                .status("phase", "Terminating")
                .condition("NamespaceContentRemaining", "True", "SomeResourcesRemain")
                .condition("NamespaceFinalizersRemaining", "True", "SomeFinalizersRemain")
                .condition("NamespaceDeletionContentFailure", "False", "ContentDeleted");

        scenario.when(patch(pod("web"), FREED))
                .advance(UNTIL_NEXT_SYNC)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void says_what_holds_it_up(Scenario scenario) {
        scenario.given(
                        config("settings").finalizer(HOLD),
                        config("more").finalizer(HOLD),
                        secret("keys").finalizer("example.com/vault"),
                        service("web"))
                .awaitQuiet();

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(service("web"))
                .isGone()
                .then(config("settings"))
                .isTerminating()
                .then(namespace(scenario))
                .status("phase", "Terminating")
                .condition("NamespaceDeletionDiscoveryFailure", "False", "ResourcesDiscovered")
                .condition("NamespaceDeletionGroupVersionParsingFailure", "False", "ParsedGroupVersions")
                .condition("NamespaceDeletionContentFailure", "False", "ContentDeleted")
                .condition("NamespaceContentRemaining", "True", "SomeResourcesRemain")
                .condition("NamespaceFinalizersRemaining", "True", "SomeFinalizersRemain");
    }

    @Test
    void goes_when_what_held_it_up_is_gone(Scenario scenario) {
        scenario.given(config("settings").finalizer(HOLD)).awaitQuiet();
        scenario.when(delete(namespace(scenario))).advance(A_WHILE).awaitQuiet();

        scenario.when(patch(config("settings"), FREED))
                .advance(UNTIL_NEXT_SYNC)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void is_left_to_others_who_hold_it(Scenario scenario) {
        scenario.given(config("settings"))
                .when(patch(namespace(scenario), "{\"metadata\": {\"finalizers\": [\"%s\"]}}".formatted(HOLD)))
                .awaitQuiet();

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(config("settings"))
                .isGone()
                .then(namespace(scenario))
                .isTerminating()
                .satisfies(it -> assertThat(it.spec().finalizers()).isEmpty())
                .condition("NamespaceContentRemaining", "False", "ContentRemoved");

        scenario.when(patch(namespace(scenario), FREED))
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void takes_nothing_new_on_its_way_out(Scenario scenario) {
        scenario.given(config("settings").finalizer(HOLD)).awaitQuiet();
        scenario.when(delete(namespace(scenario))).advance(A_WHILE).awaitQuiet();

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> scenario.given(config("late")))
                .matches(it -> it.failure() instanceof ApiFailure.NamespaceEnding);
        scenario.when(patch(config("settings"), FREED))
                .advance(UNTIL_NEXT_SYNC)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void a_silent_group_stops_nothing_but_the_end(Scenario scenario) {
        scenario.given(config("settings"), pod("web")).awaitQuiet();
        scenario.fault(groupUnavailable("silent.example.com", "v1"));

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(config("settings"))
                .isGone()
                .then(pod("web"))
                .isGone()
                .then(namespace(scenario))
                .status("phase", "Terminating")
                .condition("NamespaceDeletionDiscoveryFailure", "True", "DiscoveryFailed");

        scenario.heal();
        scenario.advance(Duration.ofMinutes(1))
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void stays_while_nobody_says_what_there_is(Scenario scenario) {
        scenario.given(config("settings")).awaitQuiet();
        scenario.fault(refuse(discovery()).with(serverError("not now")));

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(namespace(scenario))
                .condition("NamespaceDeletionDiscoveryFailure", "True", "DiscoveryFailed");

        scenario.heal();
        scenario.advance(Duration.ofMinutes(1))
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    /// Nobody else looks after their finalizers here.
    @Test
    void what_waits_for_the_garbage_collector_waits_no_longer(Scenario scenario) {
        scenario.given(config("first"), config("second"), secret("keys"))
                .when(
                        delete(config("first"), Propagation.FOREGROUND),
                        delete(config("second"), Propagation.ORPHAN),
                        delete(secret("keys"), Propagation.ORPHAN))
                .awaitQuiet()
                .then(config("first"))
                .isTerminating()
                .then(secret("keys"))
                .isTerminating();

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void pods_that_may_not_be_deleted_do_not_hold_up_the_rest(Scenario scenario) {
        scenario.given(config("settings"), pod("web")).awaitQuiet();
        scenario.fault(refuse(deleteAll(Pod.PODS)).with(Faults.conflict()));

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(config("settings"))
                .isGone()
                .then(pod("web"))
                .exists()
                .then(namespace(scenario))
                .condition("NamespaceDeletionContentFailure", "True", "ContentDeletionFailed");

        scenario.heal();
        scenario.advance(Duration.ofMinutes(1))
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void says_what_may_not_be_deleted_and_deletes_the_rest(Scenario scenario) {
        scenario.given(config("settings"), secret("keys")).awaitQuiet();
        scenario.fault(refuse(deleteAll(ConfigMap.CONFIG_MAPS)).with(serverError("not now")));

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .then(secret("keys"))
                .isGone()
                .then(config("settings"))
                .exists()
                .then(namespace(scenario))
                .condition("NamespaceDeletionContentFailure", "True", "ContentDeletionFailed");

        scenario.heal();
        scenario.advance(Duration.ofMinutes(1))
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void survives_conflicts_and_lost_watches(Scenario scenario) {
        scenario.given(config("settings"), pod("web")).awaitQuiet();
        scenario.fault(
                conflictOnce(updateStatus(Namespace.NAMESPACES)), dropWatch(Namespace.NAMESPACES), expireRevision());

        scenario.when(delete(namespace(scenario)))
                .advance(A_WHILE)
                .awaitQuiet()
                .advance(UNTIL_NEXT_SYNC)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    @Test
    void goes_on_where_another_left_off(Scenario scenario) {
        scenario.given(config("settings"), pod("web").finalizer(HOLD)).awaitQuiet();
        scenario.when(delete(namespace(scenario))).advance(A_WHILE).awaitQuiet();

        scenario.failover()
                .when(patch(pod("web"), FREED))
                .advance(UNTIL_NEXT_SYNC)
                .awaitQuiet()
                .then(namespace(scenario))
                .isGone();
    }

    private static ObjectLocator<Namespace> namespace(Scenario scenario) {
        return ObjectLocator.named(Namespace.NAMESPACES, scenario.namespace());
    }

    private static AnyObjectBuilder<ConfigMap> config(String name) {
        return object(ConfigMap.builder().metadata(it -> it.name(name)).build());
    }

    private static AnyObjectBuilder<Secret> secret(String name) {
        return object(Secret.builder().metadata(it -> it.name(name)).build());
    }
}
