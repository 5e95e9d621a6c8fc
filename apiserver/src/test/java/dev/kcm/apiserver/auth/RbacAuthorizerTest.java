package dev.kcm.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.operation.Target;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.Subject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each answer is what upstream's RBAC authorizer gives.
class RbacAuthorizerTest {
    private static final RequestUser ALICE = RequestUser.of("alice", "developers");

    private final VersionedStore store = VersionedStore.inMemory();
    private final StoredObjects objects = new StoredObjects(store);
    private final RbacAuthorizer authorizer = new RbacAuthorizer(store);

    @Test
    void nobody_may_do_anything_without_a_rule() {
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
    }

    @Test
    void system_masters_may_do_everything_without_a_rule() {
        assertThat(allows(RequestUser.of("root", "system:masters"), "delete", "", "nodes", "", "one"))
                .isTrue();
        assertThat(authorizer.allows(
                        RequestUser.of("root", "system:masters"), AccessAttributes.toPath("get", "/metrics")))
                .isTrue();
    }

    @ParameterizedTest(name = "{0} {1}/{2} with verbs {3}, groups {4}, resources {5}: {6}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "get   |apps|deployments       |get    |apps  |deployments       |true",
                "list  |apps|deployments       |get    |apps  |deployments       |false",
                "get   |apps|replicasets       |get    |apps  |deployments       |false",
                "get   |``  |deployments       |get    |apps  |deployments       |false",
                "get   |apps|deployments       |get    |``    |deployments       |false",
                "patch |apps|deployments       |*      |apps  |deployments       |true",
                "get   |apps|deployments       |get    |*     |deployments       |true",
                "get   |apps|deployments       |get    |apps  |*                 |true",
                "get   |apps|deployments/scale |get    |apps  |*                 |true",
                "get   |apps|deployments/scale |get    |apps  |deployments       |false",
                "get   |apps|deployments       |get    |apps  |deployments/scale |false",
                "get   |apps|deployments/scale |get    |apps  |deployments/scale |true",
                "get   |apps|deployments/scale |get    |apps  |*/scale           |true",
                "get   |apps|deployments/status|get    |apps  |*/scale           |false",
                "get   |apps|deployments       |get    |apps  |*/scale           |false",
                "get   |apps|deployments/scale |get    |apps  |deployments/*     |false",
                "get   |apps|deployments       |get    |apps  |deploy*           |false",
                "get   |apps|deployments       |ge*    |apps  |deployments       |false",
            })
    void verb_group_and_resource_must_all_match(
            String verb,
            String group,
            String resource,
            String verbs,
            String groups,
            String resources,
            boolean isAllowed) {
        grant(rule(it -> it.verbs(List.of(verbs)).apiGroups(List.of(groups)).resources(List.of(resources))));

        assertThat(allows(ALICE, verb, group, resource, "default", "web")).isEqualTo(isAllowed);
    }

    @Test
    void parts_of_different_rules_do_not_add_up() {
        grant(
                pods("get"),
                rule(it -> it.verbs(List.of("delete")).apiGroups(List.of("")).resources(List.of("nodes"))));

        assertThat(allows(ALICE, "delete", "", "pods", "default", "web")).isFalse();
        assertThat(allows(ALICE, "delete", "", "nodes", "", "one")).isTrue();
    }

    @Test
    void resource_names_limit_a_rule_to_requests_that_name_one_of_them() {
        grant(pods("get", "list").withResourceNames(List.of("web", "api")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "default", "api")).isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "default", "other")).isFalse();
        assertThat(allows(ALICE, "list", "", "pods", "default", "")).isFalse();
    }

    @Test
    void resource_names_know_no_wildcard() {
        grant(pods("get").withResourceNames(List.of("*")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
    }

    @ParameterizedTest(name = "{1} under {0}: {2}")
    @CsvSource({
        "/healthz, /healthz, true",
        "/healthz, /healthz/etcd, false",
        "/healthz/*, /healthz/etcd, true",
        "/healthz/*, /healthz, false",
        "/heal*, /healthz, true",
        "/heal**, /healthz, true",
        "*, /anything/at/all, true",
        "/*/etcd, /healthz/etcd, false",
    })
    void paths_outside_the_resources_match_exactly_or_by_prefix(String allowed, String path, boolean isAllowed) {
        grant(rule(it -> it.verbs(List.of("get")).nonResourceURLs(List.of(allowed))));

        assertThat(authorizer.allows(ALICE, AccessAttributes.toPath("get", path)))
                .isEqualTo(isAllowed);
        assertThat(authorizer.allows(ALICE, AccessAttributes.toPath("post", path)))
                .isFalse();
    }

    @Test
    void rules_for_resources_do_not_open_paths_and_the_other_way_round() {
        grant(rule(it -> it.verbs(List.of("*")).apiGroups(List.of("*")).resources(List.of("*"))));
        assertThat(authorizer.allows(ALICE, AccessAttributes.toPath("get", "/metrics")))
                .isFalse();

        objects.put(clusterRole("granted", rule(it -> it.verbs(List.of("*")).nonResourceURLs(List.of("*")))));
        assertThat(authorizer.allows(ALICE, AccessAttributes.toPath("get", "/metrics")))
                .isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
    }

    @Test
    void a_cluster_role_binding_applies_everywhere() {
        grant(pods("get"));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "other", "web")).isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "", "")).isTrue();
    }

    @Test
    void a_role_binding_applies_in_its_namespace_only() {
        objects.put(role("default", "reader", pods("get", "list")));
        objects.put(roleBinding("default", "Role", "reader", user("alice")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "other", "web")).isFalse();
        assertThat(allows(ALICE, "list", "", "pods", "", "")).isFalse();
    }

    @Test
    void a_role_binding_to_a_cluster_role_grants_its_rules_in_the_namespace_only() {
        objects.put(clusterRole(
                "reader", pods("get"), rule(it -> it.verbs(List.of("get")).nonResourceURLs(List.of("/metrics")))));
        objects.put(roleBinding("default", "ClusterRole", "reader", user("alice")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(ALICE, "get", "", "pods", "other", "web")).isFalse();
        assertThat(authorizer.allows(ALICE, AccessAttributes.toPath("get", "/metrics")))
                .isFalse();
    }

    @Test
    void a_role_of_another_namespace_or_kind_is_not_the_one_bound() {
        objects.put(role("other", "reader", pods("get")));
        objects.put(roleBinding("default", "Role", "reader", user("alice")));
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();

        objects.put(clusterRole("reader", pods("get")));
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
    }

    @Test
    void the_namespace_object_itself_is_inside_its_namespace() {
        objects.put(role(
                "default",
                "reader",
                rule(it -> it.verbs(List.of("get")).apiGroups(List.of("")).resources(List.of("namespaces")))));
        objects.put(roleBinding("default", "Role", "reader", user("alice")));
        var namespaces = Target.collection(Namespace.NAMESPACES, "");

        assertThat(authorizer.allows(ALICE, AccessAttributes.to("get", namespaces.withName("default"))))
                .isTrue();
        assertThat(authorizer.allows(ALICE, AccessAttributes.to("get", namespaces.withName("other"))))
                .isFalse();
    }

    @Test
    void an_aggregated_cluster_role_grants_the_rules_its_controller_filled_in_and_no_others() {
        objects.put(clusterRole("part", pods("get")).withMetadata(m -> m.putLabels("aggregate", "true")));
        var whole = clusterRole("whole")
                .withAggregationRule(aggregation ->
                        aggregation.addClusterRoleSelectors(selector -> selector.putMatchLabels("aggregate", "true")));
        objects.put(whole);
        objects.put(clusterRoleBinding("whole", user("alice")));
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();

        objects.put(whole.withRules(List.of(pods("get"))));
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
    }

    @Test
    void changes_of_roles_and_bindings_count_at_once() {
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
        grant(pods("get"));
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();

        objects.put(clusterRole("granted", pods("list")));
        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
        assertThat(allows(ALICE, "list", "", "pods", "default", "")).isTrue();

        objects.remove(clusterRoleBinding("granted", user("alice")));
        assertThat(allows(ALICE, "list", "", "pods", "default", "")).isFalse();

        objects.put(role("default", "reader", pods("list")));
        objects.put(roleBinding("default", "Role", "reader", user("alice")));
        assertThat(allows(ALICE, "list", "", "pods", "default", "")).isTrue();

        objects.remove(role("default", "reader"));
        assertThat(allows(ALICE, "list", "", "pods", "default", "")).isFalse();
    }

    @Test
    void a_group_grants_to_its_members() {
        objects.put(clusterRole("reader", pods("get")));
        objects.put(clusterRoleBinding("reader", subject("Group", "developers", "")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(RequestUser.of("bob", "operators"), "get", "", "pods", "default", "web"))
                .isFalse();
        assertThat(allows(RequestUser.of("developers"), "get", "", "pods", "default", "web"))
                .isFalse();
    }

    @Test
    void users_and_groups_of_one_name_are_different() {
        objects.put(clusterRole("reader", pods("get")));
        objects.put(clusterRoleBinding("reader", user("developers")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isFalse();
        assertThat(allows(RequestUser.of("developers"), "get", "", "pods", "default", "web"))
                .isTrue();
    }

    @Test
    void everybody_with_credentials_is_authenticated_and_everybody_else_is_not() {
        objects.put(clusterRole("reader", pods("get")));
        objects.put(clusterRoleBinding("reader", subject("Group", "system:authenticated", "")));

        assertThat(allows(ALICE, "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(RequestUser.ANONYMOUS, "get", "", "pods", "default", "web"))
                .isFalse();
    }

    @Test
    void a_service_account_is_named_by_its_namespace_and_name() {
        objects.put(clusterRole("reader", pods("get")));
        objects.put(clusterRoleBinding("reader", subject("ServiceAccount", "robot", "ci")));

        assertThat(allows(robot("ci"), "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(robot("default"), "get", "", "pods", "default", "web"))
                .isFalse();
        assertThat(allows(RequestUser.of("robot"), "get", "", "pods", "default", "web"))
                .isFalse();
    }

    @Test
    void a_service_account_without_a_namespace_is_one_of_the_bindings_namespace() {
        objects.put(role("ci", "reader", pods("get")));
        objects.put(roleBinding("ci", "Role", "reader", subject("ServiceAccount", "robot", "")));

        assertThat(allows(robot("ci"), "get", "", "pods", "ci", "web")).isTrue();
        assertThat(allows(robot("default"), "get", "", "pods", "ci", "web")).isFalse();
    }

    @Test
    void all_service_accounts_of_a_namespace_are_a_group() {
        objects.put(clusterRole("reader", pods("get")));
        objects.put(clusterRoleBinding("reader", subject("Group", "system:serviceaccounts:ci", "")));

        assertThat(allows(robot("ci"), "get", "", "pods", "default", "web")).isTrue();
        assertThat(allows(robot("default"), "get", "", "pods", "default", "web"))
                .isFalse();
    }

    private static RequestUser robot(String namespace) {
        return RequestUser.serviceAccount(namespace, "robot", "uid");
    }

    @Test
    void the_rules_of_a_caller_are_those_of_the_cluster_and_of_the_namespace_each_once() {
        grant(pods("get"));
        objects.put(role("default", "reader", pods("get"), pods("list")));
        objects.put(roleBinding("default", "Role", "reader", user("alice")));
        objects.put(role("other", "writer", pods("update")));
        objects.put(roleBinding("other", "Role", "writer", user("alice")));

        assertThat(authorizer.rules(ALICE, "default")).containsExactlyInAnyOrder(pods("get"), pods("list"));
        assertThat(authorizer.rules(ALICE, "other")).containsExactlyInAnyOrder(pods("get"), pods("update"));
        assertThat(authorizer.rules(RequestUser.of("bob"), "default")).isEmpty();
    }

    /// Gives alice these rules everywhere.
    private void grant(PolicyRule... rules) {
        objects.put(clusterRole("granted", rules));
        objects.put(clusterRoleBinding("granted", user("alice")));
    }

    private boolean allows(
            RequestUser caller, String verb, String group, String resource, String namespace, String name) {
        return authorizer.allows(caller, new AccessAttributes(verb, group, resource, namespace, name, ""));
    }

    private static PolicyRule rule(UnaryOperator<PolicyRule.Builder> choices) {
        return choices.apply(PolicyRule.builder()).build();
    }

    private static PolicyRule pods(String... verbs) {
        return rule(it -> it.verbs(List.of(verbs)).apiGroups(List.of("")).resources(List.of("pods")));
    }

    private static Role role(String namespace, String name, PolicyRule... rules) {
        return Role.builder()
                .metadata(m -> m.namespace(namespace).name(name))
                .rules(List.of(rules))
                .build();
    }

    private static ClusterRole clusterRole(String name, PolicyRule... rules) {
        return ClusterRole.builder()
                .metadata(m -> m.name(name))
                .rules(List.of(rules))
                .build();
    }

    private static RoleBinding roleBinding(String namespace, String kind, String role, Subject... subjects) {
        return RoleBinding.builder()
                .metadata(m -> m.namespace(namespace).name(role))
                .roleRef(ref -> ref.kind(kind).name(role))
                .subjects(List.of(subjects))
                .build();
    }

    private static ClusterRoleBinding clusterRoleBinding(String role, Subject... subjects) {
        return ClusterRoleBinding.builder()
                .metadata(m -> m.name(role))
                .roleRef(ref -> ref.kind("ClusterRole").name(role))
                .subjects(List.of(subjects))
                .build();
    }

    private static Subject user(String name) {
        return subject("User", name, "");
    }

    private static Subject subject(String kind, String name, String namespace) {
        return Subject.builder().kind(kind).name(name).namespace(namespace).build();
    }
}
