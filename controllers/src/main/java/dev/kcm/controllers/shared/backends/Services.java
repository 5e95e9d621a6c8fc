package dev.kcm.controllers.shared.backends;

import dev.kcm.model.core.v1.Service;

/// Questions about one Service.
public final class Services {
    static final String EXTERNAL_NAME = "ExternalName";
    static final String NO_CLUSTER_IP = "None";
    static final String ALWAYS = "Always";

    private Services() {}

    /// Whether its endpoints are ours to keep. Those of a Service without a selector come from
    /// whoever made it, and a name elsewhere has none.
    public static boolean isServedByPods(Service service) {
        return !service.spec().selector().isEmpty() && !service.spec().type().equals(EXTERNAL_NAME);
    }

    /// Whether clients find its pods themselves, having no address of the Service to talk to.
    public static boolean isHeadless(Service service) {
        return service.spec().clusterIP().isEmpty() || hasNoClusterIp(service);
    }

    /// Whether somebody asked for no address; such a Service may do without ports.
    public static boolean hasNoClusterIp(Service service) {
        return service.spec().clusterIP().equals(NO_CLUSTER_IP);
    }
}
