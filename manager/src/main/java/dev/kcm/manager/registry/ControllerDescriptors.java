package dev.kcm.manager.registry;

import static dev.kcm.manager.registry.ControllerDescriptor.named;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Upstream's controllers, in the order they start.
public final class ControllerDescriptors {
    public static final List<ControllerDescriptor> ALL = List.of(
            named("serviceaccount-token-controller", "serviceaccount-token").startingFirst(),
            named("daemonset-controller", "daemonset"),
            named("statefulset-controller", "statefulset"),
            named("replicaset-controller", "replicaset"),
            named("deployment-controller", "deployment"),
            named("horizontal-pod-autoscaler-controller", "horizontalpodautoscaling"),
            named("job-controller", "job"),
            named("cronjob-controller", "cronjob"),
            named("bootstrap-signer-controller", "bootstrapsigner").offByDefault(),
            named("token-cleaner-controller", "tokencleaner").offByDefault(),
            named("certificatesigningrequest-signing-controller", "csrsigning"),
            named("certificatesigningrequest-approving-controller", "csrapproving"),
            named("certificatesigningrequest-cleaner-controller", "csrcleaner"),
            named("podcertificaterequest-cleaner-controller").requiring("PodCertificateRequest"),
            named("root-ca-certificate-publisher-controller", "root-ca-cert-publisher"),
            named("kube-apiserver-serving-clustertrustbundle-publisher-controller")
                    .requiring("ClusterTrustBundle"),
            named("service-lb-controller", "service").forCloud(),
            named("node-ipam-controller", "nodeipam"),
            named("node-lifecycle-controller", "nodelifecycle"),
            named("taint-eviction-controller").requiring("SeparateTaintEvictionController"),
            named("cloud-node-lifecycle-controller", "cloud-node-lifecycle").forCloud(),
            named("node-route-controller", "route").forCloud(),
            named("persistentvolume-binder-controller", "persistentvolume-binder"),
            named("persistentvolume-attach-detach-controller", "attachdetach"),
            named("persistentvolume-expander-controller", "persistentvolume-expander"),
            named("ephemeral-volume-controller", "ephemeral-volume"),
            named("endpoints-controller", "endpoint"),
            named("replicationcontroller-controller", "replicationcontroller"),
            named("pod-garbage-collector-controller", "podgc"),
            named("resourcequota-controller", "resourcequota"),
            named("namespace-controller", "namespace"),
            named("serviceaccount-controller", "serviceaccount"),
            named("ttl-controller", "ttl"),
            named("garbage-collector-controller", "garbagecollector"),
            named("persistentvolumeclaim-protection-controller", "pvc-protection"),
            named("persistentvolume-protection-controller", "pv-protection"),
            named("volumeattributesclass-protection-controller").requiring("VolumeAttributesClass"),
            named("ttl-after-finished-controller", "ttl-after-finished"),
            named("legacy-serviceaccount-token-cleaner-controller", "legacy-service-account-token-cleaner"),
            named("storageversion-garbage-collector-controller", "storage-version-gc")
                    .requiring("APIServerIdentity", "StorageVersionAPI"),
            named("selinux-warning-controller").requiring("SELinuxChangePolicy").offByDefault(),
            named("endpointslice-controller", "endpointslice"),
            named("endpointslice-mirroring-controller", "endpointslicemirroring"),
            named("service-cidr-controller").requiring("MultiCIDRServiceAllocator"),
            named("disruption-controller", "disruption"),
            named("clusterrole-aggregation-controller", "clusterrole-aggregation"),
            named("device-taint-eviction-controller").requiring("DynamicResourceAllocation", "DRADeviceTaints"),
            named("resourceclaim-controller", "resource-claim-controller").requiring("DynamicResourceAllocation"),
            named("resourcepoolstatusrequest-controller").requiring("DRAResourcePoolStatus"),
            named("podgroup-protection-controller").requiring("GenericWorkload"),
            named("storage-version-migrator-controller", "svm"),
            named("validatingadmissionpolicy-status-controller"));

    private static final Map<String, String> BY_ALIAS = byAlias();

    private ControllerDescriptors() {}

    /// All names, sorted.
    public static List<String> names() {
        return ALL.stream().map(ControllerDescriptor::name).sorted().toList();
    }

    public static List<String> namesDisabledByDefault() {
        return ALL.stream()
                .filter(ControllerDescriptor::disabledByDefault)
                .map(ControllerDescriptor::name)
                .sorted()
                .toList();
    }

    /// The name behind an alias; anything else is returned as it is.
    public static String canonical(String nameOrAlias) {
        return BY_ALIAS.getOrDefault(nameOrAlias, nameOrAlias);
    }

    /// Whether the controller of this name is started before all others, with the manager's own
    /// identity.
    public static boolean startsFirst(String name) {
        return ALL.stream()
                .anyMatch(descriptor ->
                        descriptor.startsFirst() && descriptor.name().equals(name));
    }

    /// The controllers that need a cloud provider.
    public static List<String> cloudLoops() {
        return ALL.stream()
                .filter(ControllerDescriptor::cloudLoop)
                .map(ControllerDescriptor::name)
                .toList();
    }

    public static boolean isCloudLoop(String name) {
        return cloudLoops().contains(name);
    }

    static Map<String, String> aliases() {
        return BY_ALIAS;
    }

    private static Map<String, String> byAlias() {
        var byAlias = new HashMap<String, String>();
        for (var descriptor : ALL) {
            descriptor.aliases().forEach(alias -> byAlias.put(alias, descriptor.name()));
        }
        return Map.copyOf(byAlias);
    }
}
