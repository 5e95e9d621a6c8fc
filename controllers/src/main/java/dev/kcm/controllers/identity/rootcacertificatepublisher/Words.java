package dev.kcm.controllers.identity.rootcacertificatepublisher;

/// Upstream's spelling.
final class Words {
    static final String CONFIG_MAP = "kube-root-ca.crt";
    static final String KEY = "ca.crt";
    static final String DESCRIPTION = "kubernetes.io/description";
    static final String DESCRIBED =
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal"
                    + " endpoints such as the internal service IP or kubernetes.default.svc. No"
                    + " other usage is guaranteed across distributions of Kubernetes clusters.";

    private Words() {}
}
