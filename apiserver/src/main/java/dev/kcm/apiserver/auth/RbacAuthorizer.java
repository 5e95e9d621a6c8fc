package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.ObjectMap;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.rbac.v1.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Role-based access control. The grants of each subject are computed once per state of roles and bindings and then
/// only looked up.
public final class RbacAuthorizer {
    /// One rule and where it holds; an empty namespace is everywhere.
    private record Grant(String namespace, PolicyRule rule) {}

    /// The grants of one state of the four resources.
    private record Grants(List<ObjectMap> from, Map<String, List<Grant>> bySubject) {}

    private static final List<Resource<?>> SOURCES = List.of(
            ClusterRole.CLUSTER_ROLES, ClusterRoleBinding.CLUSTER_ROLE_BINDINGS, Role.ROLES, RoleBinding.ROLE_BINDINGS);

    private final VersionedStore store;
    private volatile Grants known = new Grants(List.of(), Map.of());

    public RbacAuthorizer(VersionedStore store) {
        this.store = store;
    }

    public boolean allows(RequestUser caller, AccessAttributes access) {
        return caller.isIn(RequestUser.MASTERS) || grants(caller).anyMatch(grant -> covers(grant, access));
    }

    /// The rules that apply to a caller in a namespace.
    public List<PolicyRule> rules(RequestUser caller, String namespace) {
        return grants(caller)
                .filter(grant -> grant.namespace.isEmpty() || grant.namespace.equals(namespace))
                .map(Grant::rule)
                .distinct()
                .toList();
    }

    /// The rules of the role that a binding in this namespace refers to; a cluster role binding is in none.
    ///
    /// @param asked the resource of the request: what is missing is named after it, as upstream does
    /// @throws dev.kcm.model.failure.ApiException if there is no such role
    public List<PolicyRule> rulesOf(RoleRef reference, String namespace, Resource<?> asked) {
        return switch (reference.kind()) {
            case "Role" -> ((Role) role(Role.ROLES, ObjectKey.of(namespace, reference.name()), asked)).rules();
            case "ClusterRole" ->
                ((ClusterRole) role(ClusterRole.CLUSTER_ROLES, ObjectKey.of(reference.name()), asked)).rules();
            default -> throw ApiErrors.unknown("unsupported role reference kind: " + GoText.quote(reference.kind()));
        };
    }

    private KubeObject role(Resource<?> resource, ObjectKey key, Resource<?> asked) {
        return store.get(resource, key).orElseThrow(() -> ApiErrors.notFound(asked, key.name()));
    }

    /// What is wrong with the caller's bindings in a namespace and in the cluster: the roles that do not exist.
    public List<String> unresolvedRoles(RequestUser caller, String namespace, Resource<?> asked) {
        var subjects = subjects(caller).toList();
        var problems = new LinkedHashSet<String>();
        for (KubeObject object :
                store.contents(ClusterRoleBinding.CLUSTER_ROLE_BINDINGS).objects()) {
            var binding = (ClusterRoleBinding) object;
            if (binding.subjects().stream().anyMatch(subject -> subjects.contains(nameOf(subject, "")))) {
                problem(binding.roleRef(), "", asked).ifPresent(problems::add);
            }
        }
        for (KubeObject object : store.contents(RoleBinding.ROLE_BINDINGS).objects()) {
            var binding = (RoleBinding) object;
            if (binding.namespace().equals(namespace)
                    && binding.subjects().stream().anyMatch(subject -> subjects.contains(nameOf(subject, namespace)))) {
                problem(binding.roleRef(), namespace, asked).ifPresent(problems::add);
            }
        }
        return List.copyOf(problems);
    }

    private Optional<String> problem(RoleRef reference, String namespace, Resource<?> asked) {
        try {
            rulesOf(reference, namespace, asked);
            return Optional.empty();
        } catch (ApiException missing) {
            return Optional.of(missing.failure().message());
        }
    }

    private Stream<Grant> grants(RequestUser caller) {
        var bySubject = current().bySubject;
        return subjects(caller).flatMap(subject -> bySubject.getOrDefault(subject, List.of()).stream());
    }

    private static Stream<String> subjects(RequestUser caller) {
        return Stream.concat(
                Stream.of("User:" + caller.name()), caller.groups().stream().map(group -> "Group:" + group));
    }

    /// Two callers may compute the same state at once; either result will do.
    private Grants current() {
        var from = SOURCES.stream().map(each -> store.contents(each).objects()).toList();
        var last = known;
        for (int i = 0; i < from.size(); i++) {
            if (last.from.isEmpty() || from.get(i) != last.from.get(i)) {
                known = new Grants(from, compute(from));
                return known;
            }
        }
        return last;
    }

    private static Map<String, List<Grant>> compute(List<ObjectMap> from) {
        var bySubject = new HashMap<String, List<Grant>>();
        for (KubeObject object : from.get(1)) {
            var binding = (ClusterRoleBinding) object;
            grant(bySubject, binding.subjects(), "", rules(from, "", binding.roleRef()));
        }
        for (KubeObject object : from.get(3)) {
            var binding = (RoleBinding) object;
            var namespace = binding.namespace();
            grant(bySubject, binding.subjects(), namespace, rules(from, namespace, binding.roleRef()));
        }
        return bySubject;
    }

    private static List<PolicyRule> rules(List<ObjectMap> from, String namespace, RoleRef ref) {
        var isClusterWide = ref.kind().equals("ClusterRole");
        var key = ObjectKey.of(isClusterWide ? "" : namespace, ref.name());
        return from.get(isClusterWide ? 0 : 2)
                .get(key)
                .map(role -> role instanceof ClusterRole wide ? wide.rules() : ((Role) role).rules())
                .orElse(List.of());
    }

    private static void grant(
            Map<String, List<Grant>> bySubject, List<Subject> subjects, String namespace, List<PolicyRule> rules) {
        for (var subject : subjects) {
            var grants = bySubject.computeIfAbsent(nameOf(subject, namespace), _ -> new ArrayList<>());
            rules.forEach(rule -> grants.add(new Grant(namespace, rule)));
        }
    }

    /// A service account that names no namespace is one of the binding's.
    private static String nameOf(Subject subject, String namespace) {
        return subject.kind().equals("ServiceAccount")
                ? "User:system:serviceaccount:%s:%s"
                        .formatted(subject.namespace().isEmpty() ? namespace : subject.namespace(), subject.name())
                : subject.kind() + ":" + subject.name();
    }

    private static boolean covers(Grant grant, AccessAttributes access) {
        var rule = grant.rule;
        if (!RuleMatching.isIn(rule.verbs(), access.verb())) {
            return false;
        }
        if (!access.path().isEmpty()) {
            return grant.namespace.isEmpty() && RuleMatching.coversPath(rule.nonResourceURLs(), access.path());
        }
        return (grant.namespace.isEmpty() || grant.namespace.equals(access.namespace()))
                && RuleMatching.isIn(rule.apiGroups(), access.group())
                && RuleMatching.coversResource(rule.resources(), access.resource())
                && (rule.resourceNames().isEmpty() || rule.resourceNames().contains(access.name()));
    }
}
