package dev.kcm.apiserver.restriction;

import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodResourceClaimStatus;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.List;

/// What a node may do to pods: create mirror pods of its own, delete and evict those that run on it, and report their
/// status.
record NodePods(VersionedStore store) {
    private static final String MIRROR = "kubernetes.io/config.mirror";

    void check(NodeRequest request) {
        switch (request.target().subresource()) {
            case "" -> checkPod(request);
            case "status" -> checkStatus(request);
            case "eviction" -> checkEviction(request);
            default ->
                throw request.denied("unexpected pod subresource \"%s\", only 'status' and 'eviction' are allowed"
                        .formatted(request.target().subresource()));
        }
    }

    private void checkPod(NodeRequest request) {
        if (request.is(NodeRequest.CREATE) && request.wanted() instanceof Pod pod) {
            checkMirror(request, pod);
        } else if (request.is(NodeRequest.DELETE)) {
            if (!isOwn(request, pod(request))) {
                throw request.denied(
                        "node \"%s\" can only delete pods with spec.nodeName set to itself".formatted(request.node()));
            }
        } else {
            throw request.denied("unexpected operation \"%s\", node \"%s\" can only create and delete mirror pods"
                    .formatted(request.operation(), request.node()));
        }
    }

    private void checkMirror(NodeRequest request, Pod pod) {
        var node = request.node();
        if (!pod.annotations().containsKey(MIRROR)) {
            throw request.denied("pod does not have \"%s\" annotation, node \"%s\" can only create mirror pods"
                    .formatted(MIRROR, node));
        }
        if (!isOwn(request, pod)) {
            throw request.denied("node \"%s\" can only create pods with spec.nodeName set to itself".formatted(node));
        }
        checkOwners(request, pod.metadata().ownerReferences());
        PodReferences.first(pod).ifPresent(what -> {
            throw request.denied("node \"%s\" can not create pods that reference %s".formatted(node, what));
        });
    }

    private void checkOwners(NodeRequest request, List<OwnerReference> owners) {
        var node = request.node();
        if (owners.size() > 1) {
            throw request.denied(
                    "node \"%s\" can only create pods with a single owner reference set to itself".formatted(node));
        }
        if (owners.isEmpty() || !isNode(owners.getFirst(), node)) {
            throw request.denied(
                    "node \"%s\" can only create pods with an owner reference set to itself".formatted(node));
        }
        var owner = owners.getFirst();
        if (!owner.controller().orElse(false)) {
            throw request.denied(
                    "node \"%s\" can only create pods with a controller owner reference set to itself".formatted(node));
        }
        if (owner.blockOwnerDeletion().orElse(false)) {
            throw request.denied("node \"%s\" must not set blockOwnerDeletion on an owner reference".formatted(node));
        }
        var uid = store.get(Node.NODES, ObjectKey.of(node))
                .orElseThrow(() -> ApiErrors.notFound(Node.NODES, node))
                .uid();
        if (!owner.uid().equals(uid)) {
            throw request.denied("node %s UID mismatch: expected %s got %s".formatted(node, owner.uid(), uid));
        }
    }

    private static boolean isNode(OwnerReference owner, String node) {
        return owner.apiVersion().equals("v1")
                && owner.kind().equals("Node")
                && owner.name().equals(node);
    }

    private static void checkStatus(NodeRequest request) {
        if (!(request.current() instanceof Pod stored && request.wanted() instanceof Pod wanted)) {
            throw request.deniedOperation();
        }
        var node = request.node();
        if (!isOwn(request, stored)) {
            throw request.denied(
                    "node \"%s\" can only update pod status for pods with spec.nodeName set to itself".formatted(node));
        }
        if (!wanted.labels().equals(stored.labels())) {
            throw request.denied("node \"%s\" cannot update labels through pod status".formatted(node));
        }
        if (!claims(wanted).equals(claims(stored))) {
            throw request.denied("node \"%s\" cannot update resource claim statues".formatted(node));
        }
        if (!wanted.status()
                .extendedResourceClaimStatus()
                .equals(stored.status().extendedResourceClaimStatus())) {
            throw request.denied("node \"%s\" cannot update extended resource claim status".formatted(node));
        }
    }

    private static List<PodResourceClaimStatus> claims(Pod pod) {
        return pod.status().resourceClaimStatuses();
    }

    private void checkEviction(NodeRequest request) {
        if (!request.is(NodeRequest.CREATE)) {
            throw request.denied("unexpected operation " + request.operation());
        }
        if (!isOwn(request, pod(request))) {
            throw request.denied(
                    "node %s can only evict pods with spec.nodeName set to itself".formatted(request.node()));
        }
    }

    private static boolean isOwn(NodeRequest request, Pod pod) {
        return pod.spec().nodeName().equals(request.node());
    }

    private Pod pod(NodeRequest request) {
        var target = request.target();
        return (Pod) store.get(Pod.PODS, target.key()).orElseThrow(() -> ApiErrors.notFound(Pod.PODS, target.name()));
    }
}
