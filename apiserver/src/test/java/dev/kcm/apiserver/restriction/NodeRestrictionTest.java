package dev.kcm.apiserver.restriction;

import static dev.kcm.apiserver.restriction.RestrictedServer.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.base.x509.AlternativeNames;
import dev.kcm.base.x509.KeyKind;
import dev.kcm.base.x509.SigningRequest;
import dev.kcm.base.x509.Subject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.model.meta.v1.OwnerReference;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.Target;
import dev.kcm.model.operation.WriteOptions;
import dev.kcm.model.policy.v1.Eviction;
import dev.kcm.model.storage.v1.CSINode;
import dev.kcm.model.value.Bytes;
import dev.kcm.model.value.Quantity;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A node that RBAC allows everything, so that nothing but the plugin refuses.
class NodeRestrictionTest {
    private static final RequestUser NODE = RequestUser.of("system:node:one", "system:nodes");
    private static final RequestUser ADMINISTRATOR = RequestUser.ADMINISTRATOR;

    private final RestrictedServer server = new RestrictedServer();
    private Node own;

    @BeforeEach
    void nodes() {
        server.allow(NODE, rule("*", "*", "*"));
        server.create(
                ADMINISTRATOR,
                ServiceAccount.builder()
                        .metadata(m -> m.namespace("default").name("default"))
                        .build());
        own = server.create(ADMINISTRATOR, node("one"));
        server.create(ADMINISTRATOR, node("two"));
    }

    @Test
    void a_node_without_a_name_may_write_nothing() {
        var nameless = RequestUser.of("system:node:", "system:nodes");
        server.allow(nameless, rule("*", "*", "*"));

        assertDenied(
                () -> server.create(nameless, node("three")),
                "nodes \"three\" is forbidden: could not determine node from user \"system:node:\"");
    }

    @Test
    void the_group_alone_or_the_name_alone_make_no_node() {
        var named = RequestUser.of("system:node:one");

        assertThatCode(() -> server.create(named, node("three"))).doesNotThrowAnyException();
    }

    @Test
    void a_node_writes_only_itself() {
        assertDenied(
                () -> server.create(NODE, node("three")),
                "nodes \"three\" is forbidden: node \"one\" is not allowed to modify node \"three\"");
        assertDenied(
                () -> server.delete(NODE, node("two")),
                "nodes \"two\" is forbidden: node \"one\" is not allowed to modify node \"two\"");
    }

    @Test
    void a_node_changes_neither_its_taints_nor_its_owners() {
        assertDenied(
                () -> server.update(
                        NODE,
                        own.withSpec(spec -> spec.addTaints(t -> t.key("a").effect("NoSchedule")))),
                "nodes \"one\" is forbidden: node \"one\" is not allowed to modify taints");
        assertDenied(
                () -> server.update(NODE, own.withMetadata(m -> m.addOwnerReferences(ownerOf(own)))),
                "nodes \"one\" is forbidden: node \"one\" is not allowed to modify ownerReferences");
    }

    @Test
    void a_node_sets_only_labels_that_kubelets_set() {
        UnaryOperator<Node> relabelled = node -> node.withMetadata(m -> m.putLabels("topology.kubernetes.io/zone", "a")
                .putLabels("team", "red")
                .putLabels("x.node.kubernetes.io/y", "z"));
        assertThat(server.update(NODE, relabelled.apply(own)).labels()).containsEntry("team", "red");

        assertDenied(
                () -> server.update(
                        NODE,
                        own.withMetadata(m -> m.resourceVersion("")
                                .putLabels("node-restriction.kubernetes.io/fips", "true")
                                .putLabels("node-role.kubernetes.io/master", ""))),
                "nodes \"one\" is forbidden: is not allowed to modify labels:"
                        + " node-restriction.kubernetes.io/fips, node-role.kubernetes.io/master");
        server.delete(ADMINISTRATOR, own);
        assertDenied(
                () -> server.create(NODE, node("one").withMetadata(m -> m.putLabels("other.k8s.io/a", "b"))),
                "nodes \"one\" is forbidden: node \"one\" is not allowed to set the following labels: other.k8s.io/a");
    }

    @Test
    void a_node_creates_mirror_pods_of_its_own_only() {
        assertDenied(
                () -> server.create(NODE, pod("web", "one")),
                "pods \"web\" is forbidden: pod does not have \"kubernetes.io/config.mirror\" annotation, node \"one\""
                        + " can only create mirror pods");
        assertDenied(
                () -> server.create(NODE, mirror("two")),
                "pods \"mirror\" is forbidden: node \"one\" can only create pods with spec.nodeName set to itself");
        assertDenied(
                () -> server.create(NODE, mirror("one")),
                "pods \"mirror\" is forbidden: node \"one\" can only create pods with an owner reference set to"
                        + " itself");
        assertDenied(
                () -> server.create(
                        NODE,
                        owned(mirror("one"), owner -> owner.toBuilder().uid("x").build())),
                "pods \"mirror\" is forbidden: node one UID mismatch: expected x got " + own.uid());
        assertDenied(
                () -> server.create(NODE, owned(mirror("one"), OwnerReference::withoutController)),
                "pods \"mirror\" is forbidden: node \"one\" can only create pods with a controller owner reference set"
                        + " to itself");
        assertThat(server.create(NODE, owned(mirror("one"), UnaryOperator.identity())))
                .isNotNull();
    }

    @Test
    void a_mirror_pod_refers_to_no_other_object() {
        var plain = owned(mirror("one"), UnaryOperator.identity());
        assertDenied(
                () -> server.create(
                        NODE,
                        plain.withSpec(
                                spec -> spec.addVolumes(v -> v.name("v").configMap(map -> map.name("settings"))))),
                "pods \"mirror\" is forbidden: node \"one\" can not create pods that reference configmaps");
        assertDenied(
                () -> server.create(
                        NODE,
                        plain.withSpec(spec -> spec.addVolumes(
                                v -> v.name("v").persistentVolumeClaim(claim -> claim.claimName("data"))))),
                "pods \"mirror\" is forbidden: node \"one\" can not create pods that reference persistentvolumeclaims");
        assertDenied(
                () -> server.create(NODE, plain.withSpec(spec -> spec.addImagePullSecrets(s -> s.name("registry")))),
                "pods \"mirror\" is forbidden: node \"one\" can not create pods that reference secrets");
    }

    @Test
    void a_node_updates_the_status_of_its_pods_only_and_nothing_else_of_them() {
        var here = server.create(ADMINISTRATOR, pod("here", "one"));
        var there = server.create(ADMINISTRATOR, pod("there", "two"));

        assertThat(server.update(NODE, here.withStatus(status -> status.phase("Running")), "status"))
                .isNotNull();
        assertDenied(
                () -> server.update(NODE, there.withStatus(status -> status.phase("Running")), "status"),
                "pods \"there\" is forbidden: node \"one\" can only update pod status for pods with spec.nodeName set"
                        + " to itself");
        assertDenied(
                () -> server.update(
                        NODE, here.withMetadata(m -> m.resourceVersion("").putLabels("a", "b")), "status"),
                "pods \"here\" is forbidden: node \"one\" cannot update labels through pod status");
        assertDenied(
                () -> server.update(NODE, here.withMetadata(m -> m.resourceVersion(""))),
                "pods \"here\" is forbidden: unexpected operation \"UPDATE\", node \"one\" can only create and delete"
                        + " mirror pods");
    }

    @Test
    void a_node_deletes_and_evicts_its_pods_only() {
        var here = server.create(ADMINISTRATOR, pod("here", "one"));
        var there = server.create(ADMINISTRATOR, pod("there", "two"));

        assertDenied(
                () -> server.delete(NODE, there),
                "pods \"there\" is forbidden: node \"one\" can only delete pods with spec.nodeName set to itself");
        assertDenied(
                () -> evict(there),
                "pods \"there\" is forbidden: node one can only evict pods with spec.nodeName set to itself");
        assertThatCode(() -> evict(here)).doesNotThrowAnyException();
    }

    @Test
    void a_node_reports_the_growth_of_a_claim_and_changes_nothing_else() {
        var claim = server.create(
                ADMINISTRATOR,
                PersistentVolumeClaim.builder()
                        .metadata(m -> m.namespace("default").name("data"))
                        .spec(spec -> spec.addAccessModes("ReadWriteOnce")
                                .resources(r -> r.putRequests("storage", Quantity.parse("1Gi"))))
                        .build());

        assertDenied(
                () -> server.update(NODE, claim),
                "persistentvolumeclaims \"data\" is forbidden: may only update PVC status");
        assertThatThrownBy(() -> server.update(NODE, claim.withMetadata(m -> m.putLabels("a", "b")), "status"))
                .hasMessageStartingWith("persistentvolumeclaims \"data\" is forbidden: node \"one\" is not allowed to"
                        + " update fields other than status.quantity and status.conditions: ");
        var grown = claim.withStatus(status -> status.putCapacity("storage", Quantity.parse("1Gi")));
        assertThat(server.update(NODE, grown, "status").status().capacity()).containsKey("storage");
    }

    @Test
    void a_node_has_one_lease_and_one_csinode() {
        assertDenied(
                () -> server.create(NODE, lease("default", "one")),
                "leases.coordination.k8s.io \"one\" is forbidden: can only access leases in the \"kube-node-lease\""
                        + " system namespace");
        assertDenied(
                () -> server.create(NODE, lease("kube-node-lease", "two")),
                "leases.coordination.k8s.io \"two\" is forbidden: can only access node lease with the same name as the"
                        + " requesting node");
        assertThat(server.create(NODE, lease("kube-node-lease", "one"))).isNotNull();
        assertDenied(
                () -> server.create(
                        NODE, CSINode.builder().metadata(m -> m.name("two")).build()),
                "csinodes.storage.k8s.io \"two\" is forbidden: can only access CSINode with the same name as the"
                        + " requesting node");
    }

    @Test
    void a_node_asks_for_certificates_of_itself_only() {
        assertDenied(
                () -> server.create(NODE, request("system:node:two")),
                "certificatesigningrequests.certificates.k8s.io \"csr\" is forbidden: can only create a node CSR with"
                        + " CN=system:node:one");
        assertThat(server.create(NODE, request("system:node:one"))).isNotNull();
    }

    private void evict(Pod pod) {
        var target = Target.object(Pod.PODS, pod.key()).withSubresource("eviction");
        var eviction = Eviction.builder()
                .metadata(m -> m.namespace(pod.namespace()).name(pod.name()))
                .build();
        server.handle(NODE, new Operation.Create(target, eviction, WriteOptions.NONE));
    }

    private static void assertDenied(Runnable request, String message) {
        assertThatThrownBy(request::run).hasMessage(message);
    }

    private static Node node(String name) {
        return Node.builder().metadata(m -> m.name(name)).build();
    }

    private static Lease lease(String namespace, String name) {
        return Lease.builder()
                .metadata(m -> m.namespace(namespace).name(name))
                .spec(spec -> spec.holderIdentity(name).leaseDurationSeconds(40))
                .build();
    }

    private static Pod pod(String name, String node) {
        return Pod.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(spec ->
                        spec.nodeName(node).addContainers(c -> c.name("main").image("registry.example/app:1")))
                .build();
    }

    private static Pod mirror(String node) {
        return pod("mirror", node)
                .withMetadata(m -> m.putAnnotations("kubernetes.io/config.mirror", "hash"))
                .withSpec(spec -> spec.automountServiceAccountToken(false));
    }

    private Pod owned(Pod pod, UnaryOperator<OwnerReference> edit) {
        return pod.withMetadata(m -> m.ownerReferences(List.of(edit.apply(ownerOf(own)))));
    }

    private static OwnerReference ownerOf(KubeObject node) {
        return OwnerReference.builder()
                .apiVersion("v1")
                .kind("Node")
                .name(node.name())
                .uid(node.uid())
                .controller(true)
                .build();
    }

    private static CertificateSigningRequest request(String commonName) {
        var pem = SigningRequest.create(
                        Subject.named(commonName, "system:nodes"),
                        AlternativeNames.ofHosts(),
                        KeyKind.EC_P256.generate())
                .pem();
        return CertificateSigningRequest.builder()
                .metadata(m -> m.name("csr"))
                .spec(spec -> spec.signerName("kubernetes.io/kube-apiserver-client-kubelet")
                        .request(Bytes.utf8(pem))
                        .usages(List.of("client auth", "digital signature")))
                .build();
    }
}
