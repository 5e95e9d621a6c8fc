package dev.kcm.apiserver.auth;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Owner references let the garbage collector act for whoever writes them, so they take permission:
/// to change those of an object one must be allowed to delete it, and to hold an owner back
/// (`blockOwnerDeletion`) one must be allowed to update the owner's finalizers. With upstream
/// the administrator has to turn this plugin on; here it is always on, so that a controller that lacks a permission
/// shows it in a test.
public final class OwnerReferencesPermissionEnforcement implements AdmissionPlugin {
    /// Permission on the finalizers of everything there is.
    private static final AccessAttributes FINALIZERS_OF_ALL =
            new AccessAttributes("update", "*", "*/finalizers", "", "*", "");

    private final RbacAuthorizer authorizer;

    public OwnerReferencesPermissionEnforcement(RbacAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public void validate(RequestUser caller, Target target, KubeObject wanted, @Nullable KubeObject current) {
        if (isStatusOfPod(target) || owners(wanted).equals(owners(current))) {
            return;
        }
        if (current != null && !authorizer.allows(caller, AccessAttributes.to("delete", target))) {
            throw forbidden(target, "cannot set an ownerRef on a resource you can't delete: , <nil>");
        }
        var blocking = newlyBlocking(owners(wanted), owners(current));
        if (blocking.isEmpty() || authorizer.allows(caller, FINALIZERS_OF_ALL)) {
            return;
        }
        for (var owner : blocking) {
            if (!authorizer.allows(caller, finalizersOf(owner, target))) {
                throw forbidden(
                        target,
                        "cannot set blockOwnerDeletion if an ownerReference refers to a resource"
                                + " you can't set finalizers on: , <nil>");
            }
        }
    }

    /// Their writers cannot touch metadata at all.
    private static boolean isStatusOfPod(Target target) {
        return target.resource().qualifiedName().equals("pods")
                && target.subresource().equals("status");
    }

    private static List<OwnerReference> owners(@Nullable KubeObject object) {
        return object == null ? List.of() : object.metadata().ownerReferences();
    }

    private static List<OwnerReference> newlyBlocking(List<OwnerReference> wanted, List<OwnerReference> current) {
        return wanted.stream()
                .filter(OwnerReferencesPermissionEnforcement::isBlocking)
                .filter(owner ->
                        current.stream().noneMatch(known -> known.uid().equals(owner.uid()) && isBlocking(known)))
                .toList();
    }

    private static boolean isBlocking(OwnerReference owner) {
        return owner.blockOwnerDeletion().orElse(false);
    }

    /// A namespaced owner is in the namespace of what it owns.
    private static AccessAttributes finalizersOf(OwnerReference owner, Target target) {
        var resource = resource(owner, target);
        return new AccessAttributes(
                "update",
                resource.group(),
                resource.plural() + "/finalizers",
                resource.isNamespaced() ? target.namespace() : "",
                owner.name(),
                "");
    }

    private static Resource<?> resource(OwnerReference owner, Target target) {
        var version = owner.apiVersion();
        int slash = version.indexOf('/');
        var group = slash < 0 ? "" : version.substring(0, slash);
        return Catalog.byKind(group, version.substring(slash + 1), owner.kind())
                .orElseThrow(() -> forbidden(
                        target,
                        "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion %1$s Kind %2$s: no matches for kind \"%2$s\" in version \"%1$s\""
                                .formatted(version, owner.kind())));
    }

    private static RuntimeException forbidden(Target target, String why) {
        return ApiErrors.forbidden(target.resource(), target.name(), why);
    }
}
