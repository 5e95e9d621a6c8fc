package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.auth.AccessAttributes;
import dev.kcm.apiserver.auth.RbacAuthorizer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.GoText;
import dev.kcm.model.KubeObject;
import dev.kcm.model.operation.Target;
import dev.kcm.model.rbac.v1.ClusterRole;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.PolicyRule;
import dev.kcm.model.rbac.v1.Role;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Nobody grants what they do not hold: whoever writes a role must hold all of its rules or have the verb `escalate`
/// on it, whoever binds one must hold its rules or have the verb `bind`. Members of `system:masters` are exempt, and
/// so are changes of nothing but finalizers and owner references, which the garbage collector makes.
///
/// Upstream checks before the object is validated and after everything that may change it; so does this, as the last
/// plugin.
public final class RoleEscalation implements AdmissionPlugin {
    private static final List<PolicyRule> EVERYTHING = List.of(
            PolicyRule.builder()
                    .addVerbs("*")
                    .addApiGroups("*")
                    .addResources("*")
                    .build(),
            PolicyRule.builder().addVerbs("*").addNonResourceURLs("*").build());

    private final RbacAuthorizer authorizer;

    public RoleEscalation(RbacAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    /// A new role has no name in its URL, so that `escalate` limited to names does not help to create one.
    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (isChecked(caller, object)) {
            check(caller, target, "", object, null);
        }
        return object;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (isChecked(caller, wanted) && !changesOnlyWhatCollectorsDo(wanted, current)) {
            check(caller, target, target.name(), wanted, current);
        }
        return wanted;
    }

    private static boolean isChecked(RequestUser caller, KubeObject object) {
        return switch (object) {
            case Role _, ClusterRole _, RoleBinding _, ClusterRoleBinding _ -> !caller.isIn(RequestUser.MASTERS);
            default -> false;
        };
    }

    private void check(
            RequestUser caller, Target target, String urlName, KubeObject wanted, @Nullable KubeObject current) {
        switch (wanted) {
            case Role role -> {
                if (!mayEscalate(caller, target, urlName)) {
                    requireHeld(caller, target, role.rules());
                }
            }
            case ClusterRole role -> {
                if (!mayEscalate(caller, target, urlName)) {
                    requireHeld(caller, target, role.rules());
                    requireEverythingToAggregate(caller, target, role, current);
                }
            }
            case RoleBinding binding -> requireBindable(caller, target, binding.roleRef());
            case ClusterRoleBinding binding -> requireBindable(caller, target, binding.roleRef());
            default -> {}
        }
    }

    private static boolean changesOnlyWhatCollectorsDo(KubeObject wanted, KubeObject current) {
        var old = current.metadata();
        var compared = wanted.withMetadata(wanted.metadata().toBuilder()
                .ownerReferences(old.ownerReferences())
                .finalizers(old.finalizers())
                .selfLink(old.selfLink())
                .managedFields(old.managedFields())
                .build());
        return compared.equals(current);
    }

    private boolean mayEscalate(RequestUser caller, Target target, String urlName) {
        var resource = target.resource();
        return authorizer.allows(
                caller,
                new AccessAttributes("escalate", resource.group(), resource.plural(), target.namespace(), urlName, ""));
    }

    private void requireBindable(RequestUser caller, Target target, RoleRef reference) {
        if (!mayBind(caller, target.namespace(), reference)) {
            requireHeld(caller, target, authorizer.rulesOf(reference, target.namespace(), target.resource()));
        }
    }

    private boolean mayBind(RequestUser caller, String namespace, RoleRef reference) {
        var resource = switch (reference.kind()) {
            case "ClusterRole" -> "clusterroles";
            case "Role" -> "roles";
            default -> "";
        };
        return !resource.isEmpty()
                && authorizer.allows(
                        caller,
                        new AccessAttributes("bind", reference.apiGroup(), resource, namespace, reference.name(), ""));
    }

    private void requireHeld(RequestUser caller, Target target, List<PolicyRule> wanted) {
        var missing = RuleCoverage.missing(authorizer.rules(caller, target.namespace()), wanted);
        if (missing.isEmpty()) {
            return;
        }
        var unresolved = authorizer.unresolvedRoles(caller, target.namespace(), target.resource());
        throw ApiErrors.forbidden(
                target.resource(),
                target.name(),
                "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s%s"
                        .formatted(
                                GoText.quote(caller.name()),
                                RuleCoverage.quoted(caller.groups()),
                                RuleCoverage.described(missing),
                                resolutionErrors(unresolved)));
    }

    private static String resolutionErrors(List<String> errors) {
        return switch (errors.size()) {
            case 0 -> "";
            case 1 -> "; resolution errors: [" + errors.getFirst() + "]";
            default -> "; resolution errors: [[" + String.join(", ", errors) + "]]";
        };
    }

    /// A role that aggregates may come to hold anything.
    private void requireEverythingToAggregate(
            RequestUser caller, Target target, ClusterRole wanted, @Nullable KubeObject current) {
        if ((isAggregating(wanted) || isAggregating(current))
                && !RuleCoverage.missing(authorizer.rules(caller, ""), EVERYTHING)
                        .isEmpty()) {
            throw ApiErrors.forbidden(
                    target.resource(), target.name(), "must have cluster-admin privileges to use the aggregationRule");
        }
    }

    private static boolean isAggregating(@Nullable KubeObject object) {
        return object instanceof ClusterRole role
                && role.aggregationRule()
                        .filter(rule -> !rule.clusterRoleSelectors().isEmpty())
                        .isPresent();
    }
}
