package dev.kcm.manager.registry;

import java.util.Map;
import java.util.Set;

/// The service account in `kube-system` as which each controller talks to the API server under
/// `--use-service-account-credentials`; upstream's `system:controller:*` roles are bound to these
/// names, and user agents end in them. Most are the controller's own name; these are not.
public final class ControllerAccounts {
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("serviceaccount-token-controller", "tokens-controller"),
            Map.entry("daemonset-controller", "daemon-set-controller"),
            Map.entry("horizontal-pod-autoscaler-controller", "horizontal-pod-autoscaler"),
            Map.entry("bootstrap-signer-controller", "bootstrap-signer"),
            Map.entry("token-cleaner-controller", "token-cleaner"),
            Map.entry("certificatesigningrequest-signing-controller", "certificate-controller"),
            Map.entry("certificatesigningrequest-approving-controller", "certificate-controller"),
            Map.entry("certificatesigningrequest-cleaner-controller", "certificate-controller"),
            Map.entry("podcertificaterequest-cleaner-controller", "podcertificaterequestcleaner"),
            Map.entry("root-ca-certificate-publisher-controller", "root-ca-cert-publisher"),
            Map.entry(
                    "kube-apiserver-serving-clustertrustbundle-publisher-controller",
                    "kube-apiserver-serving-clustertrustbundle-publisher"),
            Map.entry("service-lb-controller", "service-controller"),
            Map.entry("node-route-controller", "route-controller"),
            Map.entry("cloud-node-lifecycle-controller", "node-controller"),
            Map.entry("node-ipam-controller", "node-controller"),
            Map.entry("node-lifecycle-controller", "node-controller"),
            Map.entry("taint-eviction-controller", "node-controller"),
            Map.entry("persistentvolume-binder-controller", "persistent-volume-binder"),
            Map.entry("persistentvolume-attach-detach-controller", "attachdetach-controller"),
            Map.entry("persistentvolume-expander-controller", "expand-controller"),
            Map.entry("endpoints-controller", "endpoint-controller"),
            Map.entry("replicationcontroller-controller", "replication-controller"),
            Map.entry("pod-garbage-collector-controller", "pod-garbage-collector"),
            Map.entry("serviceaccount-controller", "service-account-controller"),
            Map.entry("garbage-collector-controller", "generic-garbage-collector"),
            Map.entry("persistentvolumeclaim-protection-controller", "pvc-protection-controller"),
            Map.entry("persistentvolume-protection-controller", "pv-protection-controller"),
            Map.entry("legacy-serviceaccount-token-cleaner-controller", "legacy-service-account-token-cleaner"),
            Map.entry("storageversion-garbage-collector-controller", "storage-version-garbage-collector"),
            Map.entry("endpointslice-mirroring-controller", "endpointslicemirroring-controller"),
            Map.entry("service-cidr-controller", "service-cidrs-controller"),
            Map.entry("resourceclaim-controller", "resource-claim-controller"));

    private ControllerAccounts() {}

    /// The account of the controller with this name.
    public static String of(String controller) {
        return OTHERS.getOrDefault(controller, controller);
    }

    /// The controllers whose account has another name.
    static Set<String> renamed() {
        return OTHERS.keySet();
    }
}
