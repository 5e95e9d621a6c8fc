package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.ApiServer;
import dev.kcm.apiserver.request.ApiResponse;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.Clock;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A caller may do what its rules say in the namespace `default`; the administrator everything.
class OwnerReferencesPermissionEnforcementTest {
    private static final RequestUser ROBOT = RequestUser.of("robot");
    private static final PolicyRule WRITES = rule("configmaps", "", "create", "update");
    private static final PolicyRule DELETES = rule("configmaps", "", "delete");
    private static final PolicyRule FINALIZES = rule("deployments/finalizers", "apps", "update");

    private ApiServer server;

    @BeforeEach
    void start() throws InterruptedException {
        server = ApiServer.start(new ApiServer.Parts(
                VersionedStore.inMemory(), Clock.system(), new Random(1), KeyKind.EC_P256.generate()));
    }

    @Test
    void whoever_creates_an_object_may_name_its_owners() {
        allow(WRITES);

        assertThat(create(ROBOT, owned(owner(false)))).isNotNull();
    }

    @Test
    void a_new_object_may_hold_its_owner_back_only_with_permission_on_the_owners_finalizers() {
        allow(WRITES);
        assertThatThrownBy(() -> create(ROBOT, owned(owner(true))))
                .hasMessage("configmaps \"settings\" is forbidden: cannot set blockOwnerDeletion if an"
                        + " ownerReference refers to a resource you can't set finalizers"
                        + " on: , <nil>");

        allow(WRITES, FINALIZES);
        assertThat(create(ROBOT, owned(owner(true)))).isNotNull();
    }

    @Test
    void owners_change_only_by_those_who_may_delete_the_object() {
        allow(WRITES);
        var ownerless = create(ROBOT, owned());
        assertThatThrownBy(() -> update(ROBOT, ownerless, owner(false)))
                .hasMessage("configmaps \"settings\" is forbidden: cannot set an ownerRef on a resource"
                        + " you can't delete: , <nil>");

        allow(WRITES, DELETES);
        var owned = update(ROBOT, ownerless, owner(false));
        assertThat(owned.metadata().ownerReferences()).hasSize(1);

        allow(WRITES);
        assertThatThrownBy(() -> update(ROBOT, owned)).hasMessageContaining("can't delete");
    }

    @Test
    void an_owner_already_held_back_needs_no_permission_again() {
        allow(WRITES, DELETES);
        var owned = create(RequestUser.ADMINISTRATOR, owned(owner(true)));
        var another = owner(false).toBuilder().uid("2").name("other").build();

        assertThatCode(() -> update(ROBOT, owned, owner(true), another)).doesNotThrowAnyException();
    }

    @Test
    void a_reference_that_begins_to_hold_back_needs_permission() {
        allow(WRITES, DELETES);
        var owned = create(ROBOT, owned(owner(false)));
        assertThatThrownBy(() -> update(ROBOT, owned, owner(true))).hasMessageContaining("can't set finalizers on");

        allow(WRITES, DELETES, FINALIZES);
        assertThatCode(() -> update(ROBOT, owned, owner(true))).doesNotThrowAnyException();
    }

    @Test
    void permission_on_all_finalizers_covers_kinds_that_are_not_served() {
        var unknown = owner(true).toBuilder()
                .apiVersion("example.com/v1")
                .kind("Thing")
                .build();
        allow(WRITES, FINALIZES);
        assertThatThrownBy(() -> create(ROBOT, owned(unknown)))
                .hasMessageContaining("cannot find RESTMapping for APIVersion example.com/v1 Kind Thing: no"
                        + " matches for kind \"Thing\" in version \"example.com/v1\"");

        assertThat(create(RequestUser.ADMINISTRATOR, owned(unknown))).isNotNull();
    }

    @Test
    void other_changes_of_an_owned_object_need_nothing_special() {
        var owned = create(RequestUser.ADMINISTRATOR, owned(owner(true)));
        allow(WRITES);

        assertThatCode(() ->
                        put(ROBOT, owned.toBuilder().putData("colour", "green").build()))
                .doesNotThrowAnyException();
    }

    private static PolicyRule rule(String resource, String group, String... verbs) {
        return PolicyRule.builder()
                .addResources(resource)
                .addApiGroups(group)
                .verbs(List.of(verbs))
                .build();
    }

    /// From now on these are all the rules of the robot.
    private void allow(PolicyRule... rules) {
        var role = Role.builder()
                .metadata(m -> m.namespace("default").name("robot"))
                .rules(List.of(rules))
                .build();
        var key = role.key();
        if (server.store().get(Role.ROLES, key).isPresent()) {
            put(RequestUser.ADMINISTRATOR, role);
            return;
        }
        create(RequestUser.ADMINISTRATOR, role);
        create(
                RequestUser.ADMINISTRATOR,
                RoleBinding.builder()
                        .metadata(m -> m.namespace("default").name("robot"))
                        .roleRef(r -> r.apiGroup("rbac.authorization.k8s.io")
                                .kind("Role")
                                .name("robot"))
                        .addSubjects(s -> s.apiGroup("rbac.authorization.k8s.io")
                                .kind("User")
                                .name("robot"))
                        .build());
    }

    private static ConfigMap owned(OwnerReference... owners) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("settings").ownerReferences(List.of(owners)))
                .build();
    }

    private static OwnerReference owner(boolean isBlocking) {
        return OwnerReference.builder()
                .apiVersion("apps/v1")
                .kind("Deployment")
                .name("web")
                .uid("1")
                .blockOwnerDeletion(isBlocking)
                .build();
    }

    private <T extends KubeObject> T create(RequestUser caller, T object) {
        return ask(
                caller,
                new Operation.Create(Target.collection(object.resource(), "default"), object, WriteOptions.NONE));
    }

    private ConfigMap update(RequestUser caller, ConfigMap object, OwnerReference... owners) {
        return put(
                caller,
                object.withMetadata(object.metadata().toBuilder()
                        .ownerReferences(List.of(owners))
                        .build()));
    }

    private <T extends KubeObject> T put(RequestUser caller, T object) {
        return ask(
                caller,
                new Operation.Update(Target.object(object.resource(), object.key()), object, WriteOptions.NONE));
    }

    @SuppressWarnings("unchecked") // the server answers with the kind it was given
    private <T extends KubeObject> T ask(RequestUser caller, Operation call) {
        try {
            return (T) ((ApiResponse.One) server.handle(caller, call)).object();
        } catch (InterruptedException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
