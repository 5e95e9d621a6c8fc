package dev.kcm.controllers.shared.slices;

import dev.kcm.model.core.v1.ObjectReference;
import dev.kcm.model.discovery.v1.Endpoint;
import java.util.List;
import java.util.Optional;

/// What makes two endpoints the same one, so that a change of anything else is written in place.
public record EndpointIdentity(List<String> addresses, String hostname, String namespace, String name) {

    public static EndpointIdentity of(Endpoint endpoint) {
        var addresses = endpoint.addresses();
        var target = endpoint.targetRef();
        return new EndpointIdentity(
                addresses.size() < 2 ? addresses : addresses.stream().sorted().toList(),
                endpoint.hostname().orElse(""),
                target.map(ObjectReference::namespace).orElse(""),
                target.map(ObjectReference::name).orElse(""));
    }

    /// Whether two endpoints of one identity read the same but for hints, which are decided later.
    public static boolean readSame(Endpoint one, Endpoint other) {
        return one.nodeName().equals(other.nodeName())
                && one.zone().equals(other.zone())
                && one.conditions().equals(other.conditions())
                && unversioned(one.targetRef()).equals(unversioned(other.targetRef()));
    }

    /// Older managers noted the pod's version, which says nothing about the endpoint.
    private static Optional<ObjectReference> unversioned(Optional<ObjectReference> target) {
        return target.map(
                reference -> reference.resourceVersion().isEmpty() ? reference : reference.withResourceVersion(""));
    }
}
