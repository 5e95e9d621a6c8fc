package dev.kcm.controllers.shared.backends;

import dev.kcm.controllers.shared.pods.PodState;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.lean.LeanContainer;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What one pod offers to a Service.
public final class Backends {
    private Backends() {}

    /// Whether a pod can be an endpoint at all: it has an address and has not run to its end. It
    /// may be unready or on its way out; what that means, Endpoints and slices show differently.
    public static boolean mayServe(LeanPod pod) {
        return !PodState.isFinished(pod)
                && !(pod.status().podIP().isEmpty() && pod.status().podIPs().isEmpty());
    }

    /// The name the pod has below the Service's: only where pod and Service agree on it.
    public static Optional<String> hostname(LeanPod pod, Service service) {
        var spec = pod.spec();
        return !spec.hostname().isEmpty()
                        && spec.subdomain().equals(service.name())
                        && pod.namespace().equals(service.namespace())
                ? Optional.of(spec.hostname())
                : Optional.empty();
    }

    /// The pod's number for a port of the Service; none when it is asked for by a name that no
    /// container of this pod has.
    public static OptionalInt portNumber(LeanPod pod, ServicePort port) {
        return switch (port.targetPort()) {
            case IntOrString.Number(var number) -> OptionalInt.of(number);
            case IntOrString.Text(var name) -> {
                var ofContainer = named(pod.spec().containers(), name, port.protocol(), false);
                yield ofContainer.isPresent()
                        ? ofContainer
                        : named(pod.spec().initContainers(), name, port.protocol(), true);
            }
        };
    }

    /// Of init containers only those that keep running count.
    private static OptionalInt named(
            List<LeanContainer> containers, String name, String protocol, boolean sidecarsOnly) {
        for (var container : containers) {
            if (sidecarsOnly && !container.restartPolicy().orElse("").equals(Services.ALWAYS)) {
                continue;
            }
            for (var port : container.ports()) {
                if (port.name().equals(name) && port.protocol().equals(protocol)) {
                    return OptionalInt.of(port.containerPort());
                }
            }
        }
        return OptionalInt.empty();
    }
}
