package dev.kcm.apiserver.restriction;

import static dev.kcm.apiserver.restriction.RestrictedServer.clusterRole;
import static dev.kcm.apiserver.restriction.RestrictedServer.role;
import static dev.kcm.apiserver.restriction.RestrictedServer.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.value.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A user who may write roles and bindings, and who holds little else.
class RoleEscalationTest {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final RequestUser EVE = RequestUser.of("eve", "staff");
    private static final PolicyRule WRITES_ROLES = PolicyRule.builder()
            .addApiGroups(RBAC)
            .resources(List.of("roles", "clusterroles", "rolebindings", "clusterrolebindings"))
            .verbs(List.of("create", "update", "patch", "get"))
            .build();
    private static final PolicyRule READS_PODS = rule("", "pods", "get", "list");

    private final RestrictedServer server = new RestrictedServer();

    @Test
    void a_role_with_rules_its_writer_does_not_hold_is_refused_with_the_missing_ones() {
        server.allow(EVE, WRITES_ROLES, READS_PODS);
        var wanted = roleOf(
                PolicyRule.builder()
                        .apiGroups(List.of("", "apps"))
                        .addResources("pods")
                        .verbs(List.of("get", "delete", "list"))
                        .build(),
                PolicyRule.builder()
                        .addApiGroups("")
                        .addResources("secrets")
                        .addResourceNames("key")
                        .addVerbs("get")
                        .build(),
                PolicyRule.builder()
                        .addNonResourceURLs("/metrics")
                        .verbs(List.of("get", "post"))
                        .build());

        assertThatThrownBy(() -> server.create(EVE, wanted)).hasMessage("""
            roles.rbac.authorization.k8s.io "wanted" is forbidden: user "eve" (groups=["staff" "system:authenticated"]) \
            is attempting to grant RBAC permissions not currently held:
            {APIGroups:[""], Resources:["pods"], Verbs:["delete"]}
            {APIGroups:[""], Resources:["secrets"], ResourceNames:["key"], Verbs:["get"]}
            {APIGroups:["apps"], Resources:["pods"], Verbs:["get" "delete" "list"]}
            {NonResourceURLs:["/metrics"], Verbs:["get"]}
            {NonResourceURLs:["/metrics"], Verbs:["post"]}\
            """);
    }

    @Test
    void a_role_with_rules_its_writer_holds_is_created() {
        server.allow(EVE, WRITES_ROLES);
        server.allowHere(EVE, READS_PODS, rule("", "*/status", "update"), rule("apps", "*", "*"));

        var written = server.create(
                EVE,
                roleOf(
                        rule("", "pods", "get"),
                        rule("", "nodes/status", "update"),
                        rule("apps", "deployments", "get")));

        assertThat(written.rules()).hasSize(3);
    }

    @Test
    void what_is_held_in_a_namespace_is_not_held_in_the_cluster() {
        server.allow(EVE, WRITES_ROLES);
        server.allowHere(EVE, READS_PODS);

        assertThat(server.create(EVE, roleOf(READS_PODS))).isNotNull();
        assertThatThrownBy(() -> server.create(EVE, clusterRoleOf(READS_PODS)))
                .hasMessageEndingWith("{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}");
    }

    @Test
    void what_is_held_for_names_only_is_not_held_for_all() {
        server.allow(EVE, WRITES_ROLES, READS_PODS.withResourceNames(List.of("web")));

        assertThatThrownBy(() -> server.create(EVE, roleOf(READS_PODS))).hasMessageContaining("not currently held");
        assertThat(server.create(EVE, roleOf(READS_PODS.withResourceNames(List.of("web")))))
                .isNotNull();
    }

    @Test
    void the_verb_escalate_lets_a_role_be_written_with_any_rules() {
        server.allow(EVE, WRITES_ROLES, rule(RBAC, "roles", "escalate"));

        assertThat(server.create(EVE, roleOf(rule("*", "*", "*")))).isNotNull();
        assertThatThrownBy(() -> server.create(EVE, clusterRoleOf(rule("*", "*", "*"))))
                .hasMessageContaining("not currently held");
    }

    @Test
    void escalate_on_a_name_helps_to_update_that_role_but_not_to_create_it() {
        var escalate = rule(RBAC, "roles", "escalate").withResourceNames(List.of("wanted"));
        server.allow(EVE, WRITES_ROLES, escalate);
        var wanted = roleOf(rule("", "secrets", "get"));

        assertThatThrownBy(() -> server.create(EVE, wanted)).hasMessageContaining("not currently held");
        server.create(RequestUser.ADMINISTRATOR, roleOf());
        assertThat(server.update(EVE, wanted).rules()).hasSize(1);
    }

    @Test
    void an_update_is_checked_in_full_unless_it_touches_finalizers_and_owners_only() {
        server.allow(EVE, WRITES_ROLES);
        var stored = server.create(RequestUser.ADMINISTRATOR, roleOf(rule("", "secrets", "get")));

        assertThatThrownBy(() -> server.update(EVE, stored.withMetadata(m -> m.putLabels("a", "b"))))
                .hasMessageContaining("not currently held");
        assertThat(patched(stored, "{\"metadata\":{\"finalizers\":[\"example.com/f\"]}}")
                        .metadata()
                        .finalizers())
                .containsExactly("example.com/f");
        assertThatThrownBy(() -> patched(
                        stored, "{\"rules\":[{\"verbs\":[\"*\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}]}"))
                .hasMessageContaining("not currently held");
    }

    @Test
    void members_of_system_masters_write_what_they_like() {
        var master = RequestUser.of("root", RequestUser.MASTERS);

        assertThat(server.create(master, clusterRoleOf(rule("*", "*", "*")))).isNotNull();
    }

    @Test
    void an_aggregating_role_takes_everything() {
        server.allow(EVE, WRITES_ROLES);
        var aggregating = clusterRoleOf()
                .withAggregationRule(rule -> rule.addClusterRoleSelectors(s -> s.putMatchLabels("a", "b")));

        assertThatThrownBy(() -> server.create(EVE, aggregating))
                .hasMessage("clusterroles.rbac.authorization.k8s.io \"wanted\" is forbidden: must have"
                        + " cluster-admin privileges to use the aggregationRule");
        var stored = server.create(RequestUser.ADMINISTRATOR, aggregating);
        assertThatThrownBy(() -> server.update(EVE, stored.withoutAggregationRule()))
                .hasMessageContaining("must have cluster-admin privileges");
    }

    @Test
    void binding_a_role_takes_its_rules_or_the_verb_bind() {
        server.allow(EVE, WRITES_ROLES);
        server.create(RequestUser.ADMINISTRATOR, roleOf(rule("", "secrets", "get")));

        assertThatThrownBy(() -> server.create(EVE, binding(role("wanted"))))
                .hasMessage("rolebindings.rbac.authorization.k8s.io \"bound\" is forbidden: user \"eve\""
                        + " (groups=[\"staff\" \"system:authenticated\"]) is attempting to grant RBAC permissions not"
                        + " currently held:\n{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\"]}");
        server.allowHere(EVE, rule(RBAC, "roles", "bind").withResourceNames(List.of("wanted")));
        assertThat(server.create(EVE, binding(role("wanted")))).isNotNull();
    }

    @Test
    void bind_in_a_namespace_is_not_enough_for_the_cluster() {
        server.allow(EVE, WRITES_ROLES);
        server.allowHere(EVE, rule(RBAC, "clusterroles", "bind"));

        assertThat(server.create(EVE, binding(clusterRole("cluster-admin")))).isNotNull();
        assertThatThrownBy(() -> server.create(EVE, clusterBinding("cluster-admin")))
                .hasMessageContaining(
                        "clusterrolebindings.rbac.authorization.k8s.io \"bound\" is forbidden: user \"eve\"")
                .hasMessageEndingWith("{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}\n"
                        + "{NonResourceURLs:[\"*\"], Verbs:[\"*\"]}");
    }

    @Test
    void a_role_that_is_not_there_cannot_be_bound() {
        server.allow(EVE, WRITES_ROLES);

        assertThatThrownBy(() -> server.create(EVE, binding(role("absent"))))
                .hasMessage("rolebindings.rbac.authorization.k8s.io \"absent\" not found");
        assertThatThrownBy(() -> server.create(EVE, clusterBinding("absent")))
                .hasMessage("clusterrolebindings.rbac.authorization.k8s.io \"absent\" not found");
    }

    @Test
    void roles_of_the_caller_that_are_missing_are_named_with_a_refusal() {
        server.allow(EVE, WRITES_ROLES);
        server.create(
                RequestUser.ADMINISTRATOR,
                clusterBinding("gone").toBuilder()
                        .addSubjects(RestrictedServer.subject(EVE))
                        .build());

        assertThatThrownBy(() -> server.create(EVE, roleOf(READS_PODS)))
                .hasMessageEndingWith("; resolution errors: [roles.rbac.authorization.k8s.io \"gone\" not found]");
    }

    private Role patched(Role stored, String patch) {
        return server.ask(
                EVE,
                new Operation.Patch(
                        Target.object(Role.ROLES, stored.key()),
                        PatchType.MERGE,
                        Bytes.utf8(patch),
                        false,
                        WriteOptions.NONE));
    }

    private static Role roleOf(PolicyRule... rules) {
        return Role.builder()
                .metadata(m -> m.namespace("default").name("wanted"))
                .rules(List.of(rules))
                .build();
    }

    private static ClusterRole clusterRoleOf(PolicyRule... rules) {
        return ClusterRole.builder()
                .metadata(m -> m.name("wanted"))
                .rules(List.of(rules))
                .build();
    }

    private static RoleBinding binding(RoleRef role) {
        return RoleBinding.builder()
                .metadata(m -> m.namespace("default").name("bound"))
                .roleRef(role)
                .build();
    }

    private static ClusterRoleBinding clusterBinding(String role) {
        return ClusterRoleBinding.builder()
                .metadata(m -> m.name("bound"))
                .roleRef(clusterRole(role))
                .build();
    }
}
