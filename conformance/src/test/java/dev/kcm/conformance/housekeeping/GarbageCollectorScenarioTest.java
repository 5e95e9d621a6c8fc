package dev.kcm.conformance.housekeeping;

import static dev.kcm.testing.scenario.Actions.act;
import static dev.kcm.testing.scenario.Actions.delete;
import static dev.kcm.testing.scenario.Actions.patch;
import static dev.kcm.testing.scenario.Builders.deployment;
import static dev.kcm.testing.scenario.Builders.object;
import static dev.kcm.testing.scenario.Builders.replicaSet;
import static dev.kcm.testing.scenario.Faults.conflictOnce;
import static dev.kcm.testing.scenario.Faults.dropWatch;
import static dev.kcm.testing.scenario.Faults.expireRevision;
import static dev.kcm.testing.scenario.Faults.refuse;
import static dev.kcm.testing.scenario.Faults.serverError;
import static dev.kcm.testing.scenario.Locators.all;
import static dev.kcm.testing.scenario.Locators.orphanedPods;
import static dev.kcm.testing.scenario.Locators.podsOf;
import static dev.kcm.testing.scenario.Locators.replicaSetsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.Secret;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Propagation;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.testing.junit.KubeScenario;
import dev.kcm.testing.scenario.Action;
import dev.kcm.testing.scenario.AnyObjectBuilder;
import dev.kcm.testing.scenario.Faults;
import dev.kcm.testing.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@KubeScenario(controllers = "garbage-collector-controller")
class GarbageCollectorScenarioTest {
    private static final String FREED = "{\"metadata\": {\"finalizers\": null}}";

    @Test
    void what_is_owned_goes_after_its_owner(Scenario scenario) {
        scenario.given(config("shop"))
                .when(own(scenario, "prices", "shop"), own(scenario, "stock", "shop"))
                .when(own(scenario, "rebates", "prices"))
                .awaitQuiet();

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .then(all(ConfigMap.CONFIG_MAPS))
                .satisfy(left -> assertThat(names(left)).doesNotContain("shop", "prices", "stock"))
                .then(config("rebates"))
                .isGone()
                .wrote("delete configmaps x3");
    }

    @Test
    void one_owner_of_two_is_enough_to_stay(Scenario scenario) {
        scenario.given(config("shop"), config("stall"))
                .when(own(scenario, "prices", "shop", "stall"))
                .awaitQuiet();

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .then(config("prices"))
                .satisfies(it -> assertThat(it.metadata().ownerReferences())
                        .extracting(OwnerReference::name)
                        .containsExactly("stall"))
                .wrote("patch configmaps x1");

        scenario.when(delete(config("stall")))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void in_the_foreground_the_owner_goes_last(Scenario scenario) {
        scenario.given(config("shop"))
                .when(ownBlocking(scenario, "prices", "shop"), own(scenario, "stock", "shop"))
                .when(patch(config("prices"), held("example.com/audit")))
                .awaitQuiet();

        scenario.when(delete(config("shop"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(config("shop"))
                .isTerminating()
                .then(config("prices"))
                .isTerminating()
                .then(config("stock"))
                .isGone();

        scenario.when(patch(config("prices"), FREED))
                .awaitQuiet()
                .then(config("prices"))
                .isGone()
                .then(config("shop"))
                .isGone();
    }

    @Test
    void in_the_foreground_only_what_blocks_is_waited_for(Scenario scenario) {
        scenario.given(config("shop"))
                .when(own(scenario, "prices", "shop"))
                .when(patch(config("prices"), held("example.com/audit")))
                .awaitQuiet();

        scenario.when(delete(config("shop"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(config("shop"))
                .isGone()
                .then(config("prices"))
                .isTerminating();

        scenario.when(patch(config("prices"), FREED))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void orphans_lose_their_owner_and_stay(Scenario scenario) {
        scenario.given(config("shop"))
                .when(own(scenario, "prices", "shop"), ownBlocking(scenario, "stock", "shop"))
                .awaitQuiet();

        scenario.when(delete(config("shop"), Propagation.ORPHAN))
                .awaitQuiet()
                .then(config("shop"))
                .isGone()
                .then(config("prices"))
                .satisfies(it -> assertThat(it.metadata().ownerReferences()).isEmpty())
                .then(config("stock"))
                .satisfies(it -> assertThat(it.metadata().ownerReferences()).isEmpty())
                .wrote("patch configmaps x3");
    }

    @Test
    void whoever_refers_to_an_owner_that_never_was_goes(Scenario scenario) {
        scenario.given(config("prices").with(it -> owned(it, nobody())))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void a_new_owner_of_the_old_name_is_another_owner(Scenario scenario) {
        scenario.given(config("shop")).when(own(scenario, "prices", "shop")).awaitQuiet();

        scenario.when(delete(config("shop"), Propagation.ORPHAN)).awaitQuiet();
        scenario.when(act("the owner is made anew and claimed under its old uid", client -> {
                    var prices = get(client, scenario, "prices");
                    client.on(ConfigMap.CONFIG_MAPS).create(inNamespace(scenario, "shop"));
                    client.on(ConfigMap.CONFIG_MAPS).update(prices.withMetadata(it -> it.addOwnerReferences(nobody())));
                }))
                .awaitQuiet()
                .then(config("shop"))
                .exists()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void kinds_do_not_matter(Scenario scenario) {
        scenario.given(config("shop"))
                .when(act(
                        "a secret is owned by a config map",
                        client -> client.on(Secret.SECRETS)
                                .create(Secret.builder()
                                        .metadata(it -> it.namespace(scenario.namespace())
                                                .name("keys")
                                                .addOwnerReferences(reference(get(client, scenario, "shop"), false)))
                                        .build())))
                .awaitQuiet();

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .then(object(Secret.builder().metadata(it -> it.name("keys")).build()))
                .isGone();
    }

    @Test
    void an_owner_of_the_right_uid_and_the_wrong_kind_is_none(Scenario scenario) {
        scenario.given(config("shop"), config("stall"))
                .when(own(scenario, "prices", "shop"))
                .when(act(
                        "a config map names its owner as a secret",
                        client -> client.on(ConfigMap.CONFIG_MAPS)
                                .create(inNamespace(scenario, "rebates")
                                        .withMetadata(it ->
                                                it.addOwnerReferences(wrongKind(get(client, scenario, "shop")))))))
                .awaitQuiet()
                .then(config("rebates"))
                .isGone()
                .then(config("prices"))
                .exists()
                .then(config("shop"))
                .exists();
    }

    @Test
    void an_owner_without_a_namespace_takes_along_what_is_in_one(Scenario scenario) {
        scenario.given(role("kcm-owner"))
                .when(ownByRole(scenario, "prices", "kcm-owner"))
                .awaitQuiet()
                .then(config("prices"))
                .exists();

        scenario.when(delete(role("kcm-owner")))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void what_has_no_namespace_cannot_be_owned_from_one(Scenario scenario) {
        scenario.given(config("shop"))
                .given(role("kcm-owned").with(it -> it.withMetadata(metadata -> metadata.addOwnerReferences(nobody()))))
                .awaitQuiet()
                .advance(Duration.ofSeconds(2))
                .then(role("kcm-owned"))
                .exists()
                .wroteNothing();
    }

    @Test
    void an_owner_that_is_known_to_be_absent_stays_so(Scenario scenario) {
        scenario.given(config("prices").with(it -> owned(it, nobody())))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();

        scenario.given(config("stock").with(it -> owned(it, nobody())))
                .awaitQuiet()
                .then(config("stock"))
                .isGone()
                .wrote("delete configmaps x1");
    }

    @Test
    void one_absent_owner_of_two_is_taken_off(Scenario scenario) {
        scenario.given(config("stall"))
                .when(own(scenario, "prices", "stall"))
                .when(act(
                        "it names an owner that never was, too",
                        client -> client.on(ConfigMap.CONFIG_MAPS)
                                .update(owned(get(client, scenario, "prices"), nobody()))))
                .awaitQuiet()
                .then(config("prices"))
                .satisfies(it -> assertThat(it.metadata().ownerReferences())
                        .extracting(OwnerReference::name)
                        .containsExactly("stall"));
    }

    @Test
    void an_owner_that_waits_for_others_is_taken_off_those_with_another(Scenario scenario) {
        scenario.given(config("shop"), config("stall"))
                .when(ownBlocking(scenario, "prices", "shop", "stall"))
                .awaitQuiet();

        scenario.when(delete(config("shop"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(config("shop"))
                .isGone()
                .then(config("prices"))
                .satisfies(it -> assertThat(it.metadata().ownerReferences())
                        .extracting(OwnerReference::name)
                        .containsExactly("stall"));
    }

    @Test
    void in_the_foreground_what_is_owned_by_the_owned_goes_first(Scenario scenario) {
        scenario.given(config("shop"))
                .when(ownBlocking(scenario, "prices", "shop"))
                .when(ownBlocking(scenario, "rebates", "prices"))
                .when(patch(config("rebates"), held("example.com/audit")))
                .awaitQuiet();

        scenario.when(delete(config("shop"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(config("shop"))
                .isTerminating()
                .then(config("prices"))
                .isTerminating()
                .then(config("rebates"))
                .isTerminating();

        scenario.when(patch(config("rebates"), FREED))
                .awaitQuiet()
                .then(config("shop"))
                .isGone()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void another_knows_owners_it_has_not_seen(Scenario scenario) {
        scenario.given(config("shop"))
                .when(own(scenario, "prices", "shop"))
                .awaitQuiet()
                .restart()
                .awaitQuiet()
                .then(config("prices"))
                .exists();

        scenario.when(delete(config("shop")))
                .failover()
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void two_that_own_each_other_go_in_the_foreground(Scenario scenario) {
        scenario.given(config("left"))
                .when(ownBlocking(scenario, "right", "left"))
                .when(act("left is owned by right", client -> {
                    var left = get(client, scenario, "left");
                    var right = get(client, scenario, "right");
                    client.on(ConfigMap.CONFIG_MAPS)
                            .update(left.withMetadata(it -> it.addOwnerReferences(reference(right, true))));
                }))
                .awaitQuiet();

        scenario.when(delete(config("left"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(config("left"))
                .isGone()
                .then(config("right"))
                .isGone();
    }

    @Test
    void a_refused_deletion_is_tried_again(Scenario scenario) {
        scenario.given(config("shop")).when(own(scenario, "prices", "shop")).awaitQuiet();
        scenario.fault(refuse(Faults.delete(ConfigMap.CONFIG_MAPS)).with(serverError("try later")));

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .then(config("prices"))
                .exists();
        scenario.heal();
        scenario.advance(Duration.ofSeconds(10))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    void a_conflict_is_looked_into(Scenario scenario) {
        scenario.given(config("shop")).when(own(scenario, "prices", "shop")).awaitQuiet();
        scenario.fault(conflictOnce(Faults.delete(ConfigMap.CONFIG_MAPS)));

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .advance(Duration.ofSeconds(1))
                .then(config("prices"))
                .isGone();
    }

    @Test
    void what_a_webhook_keeps_from_deletion_keeps_what_it_owns(Scenario scenario) {
        scenario.given(config("shop"))
                .when(own(scenario, "prices", "shop"))
                .when(own(scenario, "rebates", "prices"))
                .awaitQuiet();
        scenario.fault(
                refuse(Faults.delete(ConfigMap.CONFIG_MAPS).named("prices")).with(Faults.conflict()));

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .awaitQuiet()
                .then(config("prices"))
                .exists()
                .then(config("rebates"))
                .exists();
        scenario.heal();
        scenario.advance(Duration.ofSeconds(15))
                .awaitQuiet()
                .then(config("rebates"))
                .isGone();
    }

    @Test
    void lost_events_are_made_up_for(Scenario scenario) {
        scenario.given(config("shop")).when(own(scenario, "prices", "shop")).awaitQuiet();
        scenario.fault(dropWatch(ConfigMap.CONFIG_MAPS), expireRevision());

        scenario.when(delete(config("shop")))
                .awaitQuiet()
                .advance(Duration.ofSeconds(5))
                .awaitQuiet()
                .then(config("prices"))
                .isGone();
    }

    @Test
    @KubeScenario(controllers = {"deployment-controller", "replicaset-controller", "garbage-collector-controller"})
    void a_deployment_takes_its_pods_along(Scenario scenario) {
        scenario.given(deployment("web").replicas(2))
                .awaitQuiet()
                .then(podsOf("web"))
                .count(2);

        scenario.when(delete(deployment("web")))
                .awaitQuiet()
                .then(replicaSetsOf("web"))
                .none()
                .then(podsOf("web"))
                .none();
    }

    @Test
    @KubeScenario(controllers = {"deployment-controller", "replicaset-controller", "garbage-collector-controller"})
    void a_deployment_deleted_in_the_foreground_goes_last(Scenario scenario) {
        scenario.given(deployment("web").replicas(2)).awaitQuiet();

        scenario.when(delete(deployment("web"), Propagation.FOREGROUND))
                .awaitQuiet()
                .then(deployment("web"))
                .isGone()
                .then(all(Pod.PODS))
                .none();
    }

    @Test
    @KubeScenario(controllers = {"deployment-controller", "replicaset-controller", "garbage-collector-controller"})
    void a_replica_set_deleted_alone_leaves_its_pods(Scenario scenario) {
        scenario.given(replicaSet("web").replicas(2)).awaitQuiet();

        scenario.when(delete(replicaSet("web"), Propagation.ORPHAN))
                .awaitQuiet()
                .then(orphanedPods())
                .count(2);
    }

    private static AnyObjectBuilder<ConfigMap> config(String name) {
        return object(ConfigMap.builder().metadata(it -> it.name(name)).build());
    }

    private static Action own(Scenario scenario, String name, String... owners) {
        return owned(scenario, false, name, owners);
    }

    private static Action ownBlocking(Scenario scenario, String name, String... owners) {
        return owned(scenario, true, name, owners);
    }

    private static Action owned(Scenario scenario, boolean isBlocking, String name, String... owners) {
        return act("%s is made, owned by %s".formatted(name, String.join(" and ", owners)), client -> {
            var references = List.of(owners).stream()
                    .map(owner -> get(client, scenario, owner))
                    .map(owner -> reference(owner, isBlocking))
                    .toList();
            client.on(ConfigMap.CONFIG_MAPS)
                    .create(inNamespace(scenario, name).withMetadata(it -> it.ownerReferences(references)));
        });
    }

    private static ConfigMap inNamespace(Scenario scenario, String name) {
        return ConfigMap.builder()
                .metadata(it -> it.namespace(scenario.namespace()).name(name))
                .build();
    }

    private static ConfigMap get(Client client, Scenario scenario, String name) {
        return client.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of(scenario.namespace(), name));
    }

    private static OwnerReference reference(ConfigMap owner, boolean isBlocking) {
        return OwnerReference.builder()
                .apiVersion("v1")
                .kind("ConfigMap")
                .name(owner.name())
                .uid(owner.uid())
                .blockOwnerDeletion(isBlocking)
                .build();
    }

    private static OwnerReference wrongKind(ConfigMap owner) {
        return reference(owner, false).toBuilder().kind("Secret").build();
    }

    private static ConfigMap owned(ConfigMap object, OwnerReference owner) {
        return object.withMetadata(it -> it.addOwnerReferences(owner));
    }

    private static AnyObjectBuilder<ClusterRole> role(String name) {
        return object(ClusterRole.builder().metadata(it -> it.name(name)).build());
    }

    private static Action ownByRole(Scenario scenario, String name, String owner) {
        return act("%s is made, owned by the role %s".formatted(name, owner), client -> {
            var role = client.on(ClusterRole.CLUSTER_ROLES).get(ObjectKey.of(owner));
            var reference = OwnerReference.builder()
                    .apiVersion("rbac.authorization.k8s.io/v1")
                    .kind("ClusterRole")
                    .name(owner)
                    .uid(role.uid())
                    .build();
            client.on(ConfigMap.CONFIG_MAPS).create(owned(inNamespace(scenario, name), reference));
        });
    }

    private static OwnerReference nobody() {
        return OwnerReference.builder()
                .apiVersion("v1")
                .kind("ConfigMap")
                .name("shop")
                .uid("00000000-0000-4000-8000-000000000000")
                .build();
    }

    private static String held(String finalizer) {
        return "{\"metadata\": {\"finalizers\": [\"%s\"]}}".formatted(finalizer);
    }

    private static List<String> names(List<? extends KubeObject> objects) {
        return objects.stream().map(KubeObject::name).toList();
    }
}
