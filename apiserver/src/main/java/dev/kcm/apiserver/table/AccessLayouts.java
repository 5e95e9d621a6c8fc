package dev.kcm.apiserver.table;

import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.rbac.v1.ClusterRoleBinding;
import dev.kcm.model.rbac.v1.RoleBinding;
import dev.kcm.model.rbac.v1.RoleRef;
import dev.kcm.model.rbac.v1.Subject;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How bindings of roles and requests for certificates are shown.
final class AccessLayouts {
    private AccessLayouts() {}

    static Layout<RoleBinding> bindings() {
        return bindings(RoleBinding::roleRef, RoleBinding::subjects);
    }

    static Layout<ClusterRoleBinding> clusterBindings() {
        return bindings(ClusterRoleBinding::roleRef, ClusterRoleBinding::subjects);
    }

    private static <T extends KubeObject> Layout<T> bindings(
            Function<T, RoleRef> role, Function<T, List<Subject>> subjects) {
        return Layout.<T>named()
                .text("Role", it -> role.apply(it).kind() + "/" + role.apply(it).name())
                .age()
                .wide("Users", it -> named(subjects.apply(it), "User"))
                .wide("Groups", it -> named(subjects.apply(it), "Group"))
                .wide("ServiceAccounts", it -> named(subjects.apply(it), "ServiceAccount"));
    }

    private static String named(List<Subject> subjects, String kind) {
        return subjects.stream()
                .filter(subject -> subject.kind().equals(kind))
                .map(subject ->
                        kind.equals("ServiceAccount") ? subject.namespace() + "/" + subject.name() : subject.name())
                .collect(Collectors.joining(", "));
    }

    static Layout<CertificateSigningRequest> requests() {
        return Layout.<CertificateSigningRequest>named()
                .age()
                .text("SignerName", it -> Layouts.orNone(it.spec().signerName()))
                .text("Requestor", it -> it.spec().username())
                .text(
                        "RequestedDuration",
                        it -> it.spec()
                                .expirationSeconds()
                                .map(seconds -> Ages.text(Duration.ofSeconds(seconds)))
                                .orElse("<none>"))
                .text("Condition", AccessLayouts::condition);
    }

    private static String condition(CertificateSigningRequest request) {
        var condition = has(request, "Denied") ? "Denied" : has(request, "Approved") ? "Approved" : "Pending";
        var failed = has(request, "Failed") ? ",Failed" : "";
        var issued = request.status().certificate().isEmpty() ? "" : ",Issued";
        return condition + failed + issued;
    }

    private static boolean has(CertificateSigningRequest request, String type) {
        return request.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals(type));
    }
}
