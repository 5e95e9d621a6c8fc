package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.ObjectMap;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.rbac.v1.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private Stream<Grant> grants(RequestUser caller) {
        var bySubject = current().bySubject;
        var subjects = Stream.concat(
                Stream.of("User:" + caller.name()), caller.groups().stream().map(group -> "Group:" + group));
        return subjects.flatMap(subject -> bySubject.getOrDefault(subject, List.of()).stream());
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
            var name = subject.kind().equals("ServiceAccount")
                    ? "User:system:serviceaccount:%s:%s"
                            .formatted(subject.namespace().isEmpty() ? namespace : subject.namespace(), subject.name())
                    : subject.kind() + ":" + subject.name();
            var grants = bySubject.computeIfAbsent(name, _ -> new ArrayList<>());
            rules.forEach(rule -> grants.add(new Grant(namespace, rule)));
        }
    }

    private static boolean covers(Grant grant, AccessAttributes access) {
        var rule = grant.rule;
        if (!isIn(rule.verbs(), access.verb())) {
            return false;
        }
        if (!access.path().isEmpty()) {
            return grant.namespace.isEmpty() && coversPath(rule.nonResourceURLs(), access.path());
        }
        return (grant.namespace.isEmpty() || grant.namespace.equals(access.namespace()))
                && isIn(rule.apiGroups(), access.group())
                && coversResource(rule.resources(), access.resource())
                && (rule.resourceNames().isEmpty() || rule.resourceNames().contains(access.name()));
    }

    private static boolean isIn(List<String> allowed, String requested) {
        return allowed.contains("*") || allowed.contains(requested);
    }

    /// `*` is every resource and subresource, `*/scale` that subresource of every resource; `pods/*` is no wildcard.
    private static boolean coversResource(List<String> allowed, String requested) {
        int slash = requested.indexOf('/');
        return isIn(allowed, requested) || (slash > 0 && allowed.contains("*" + requested.substring(slash)));
    }

    /// A path that ends in `*` is a prefix.
    private static boolean coversPath(List<String> allowed, String requested) {
        return allowed.stream()
                .anyMatch(path -> path.equals(requested)
                        || (path.endsWith("*") && requested.startsWith(withoutTrailingStars(path))));
    }

    private static String withoutTrailingStars(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '*') {
            end--;
        }
        return path.substring(0, end);
    }
}
