package dev.kcm.controllers.network.endpointslice;

/// Values of `spec.trafficDistribution` of a Service.
final class TrafficDistribution {
    static final String PREFER_CLOSE = "PreferClose";
    static final String PREFER_SAME_ZONE = "PreferSameZone";
    static final String PREFER_SAME_NODE = "PreferSameNode";

    private TrafficDistribution() {}
}
