package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.admission.AdmissionPlugin;
import dev.kcm.apiserver.auth.RbacAuthorizer;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.base.GoText;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.operation.Target;
import dev.kcm.model.resource.v1.ResourceSlice;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/// A node, that is a user `system:node:NAME` of the group `system:nodes`, changes only itself, its pods, its lease
/// and what else is its own. Upstream has it off by default and kubeadm switches it on; here it is always on.
public final class NodeRestriction implements AdmissionPlugin {
    private static final String NODE_USER = "system:node:";
    private static final String NODES = "system:nodes";
    private static final String LEASES = "kube-node-lease";
    private static final Set<String> KUBELET_SIGNERS =
            Set.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet");

    private final VersionedStore store;
    private final NodePods pods;
    private final NodeTokens tokens;

    public NodeRestriction(VersionedStore store, RbacAuthorizer authorizer) {
        this.store = store;
        this.pods = new NodePods(store);
        this.tokens = new NodeTokens(store, authorizer);
    }

    @Override
    public KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (isNode(caller)) {
            check(new NodeRequest(caller, nodeName(caller, target), NodeRequest.CREATE, target, object, null));
        }
        return object;
    }

    @Override
    public KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (isNode(caller)) {
            check(new NodeRequest(caller, nodeName(caller, target), NodeRequest.UPDATE, target, wanted, current));
        }
        return wanted;
    }

    @Override
    public void validateDelete(RequestUser caller, Target target) {
        if (isNode(caller)) {
            var current = store.get(target.resource(), target.key()).orElse(null);
            check(new NodeRequest(caller, nodeName(caller, target), NodeRequest.DELETE, target, null, current));
        }
    }

    private static boolean isNode(RequestUser caller) {
        return caller.name().startsWith(NODE_USER) && caller.isIn(NODES);
    }

    private static String nodeName(RequestUser caller, Target target) {
        var name = caller.name().substring(NODE_USER.length());
        if (name.isEmpty()) {
            throw ApiErrors.forbidden(
                    target.resource(),
                    target.name(),
                    "could not determine node from user " + GoText.quote(caller.name()));
        }
        return name;
    }

    private void check(NodeRequest request) {
        switch (request.target().resource().qualifiedName()) {
            case "pods" -> pods.check(request);
            case "nodes" -> OwnNode.check(request);
            case "persistentvolumeclaims" -> ClaimStatus.check(request);
            case "serviceaccounts" -> tokens.check(request);
            case "leases.coordination.k8s.io" -> checkLease(request);
            case "csinodes.storage.k8s.io" -> requireOwnName(request, "can only access CSINode");
            case "resourceslices.resource.k8s.io" -> checkSlice(request);
            case "certificatesigningrequests.certificates.k8s.io" -> checkCertificate(request);
            default -> {}
        }
    }

    private static void checkLease(NodeRequest request) {
        if (!request.target().namespace().equals(LEASES)) {
            throw request.denied("can only access leases in the \"%s\" system namespace".formatted(LEASES));
        }
        requireOwnName(request, "can only access node lease");
    }

    private static void requireOwnName(NodeRequest request, String what) {
        if (!request.target().name().equals(request.node())) {
            throw request.denied(what + " with the same name as the requesting node");
        }
    }

    private static void checkSlice(NodeRequest request) {
        if (!request.is(NodeRequest.UPDATE)
                && request.subject() instanceof ResourceSlice slice
                && !slice.spec().nodeName().equals(Optional.of(request.node()))) {
            throw request.denied("can only %s ResourceSlice with the same NodeName as the requesting node"
                    .formatted(request.is(NodeRequest.CREATE) ? "create" : "delete"));
        }
    }

    /// A node asks for certificates of itself only.
    private static void checkCertificate(NodeRequest request) {
        if (request.is(NodeRequest.CREATE)
                && request.wanted() instanceof CertificateSigningRequest asked
                && KUBELET_SIGNERS.contains(asked.spec().signerName())
                && !commonName(request, asked).equals(NODE_USER + request.node())) {
            throw request.denied("can only create a node CSR with CN=%s%s".formatted(NODE_USER, request.node()));
        }
    }

    private static String commonName(NodeRequest request, CertificateSigningRequest asked) {
        try {
            var pem = new String(asked.spec().request().toByteArray(), StandardCharsets.ISO_8859_1);
            return Subject.of(SigningRequest.parsePem(pem).subject()).commonName();
        } catch (IllegalArgumentException unreadable) {
            throw request.denied("unable to parse csr: " + ApiErrors.said(unreadable));
        }
    }
}
