package dev.kcm.controllers.network.endpointslice;

import dev.kcm.model.discovery.v1.Endpoint;
import dev.kcm.model.discovery.v1.EndpointPort;

import java.util.List;
import java.util.Map;

/// The endpoints that offer the same ports, and so may share slices.
record PortGroup(
        String addressType, List<EndpointPort> ports, Map<EndpointIdentity, Endpoint> endpoints) {}
