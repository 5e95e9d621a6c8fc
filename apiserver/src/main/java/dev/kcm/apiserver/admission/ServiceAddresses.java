package dev.kcm.apiserver.admission;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.apiserver.request.ApiErrors;
import dev.kcm.apiserver.request.RequestUser;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServicePort;
import dev.kcm.model.core.v1.ServiceSpec;
import dev.kcm.model.operation.Target;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/// Gives out cluster addresses and node ports. Taken is what services in the store have, and what
/// was given out so recently that it may not be in the store yet.
public final class ServiceAddresses implements AdmissionPlugin {
    /// Where the service `kubernetes` is.
    public static final String FIRST = "10.96.0.1";

    private static final String PREFIX = "10.96.";
    private static final int BLOCK = 256;
    private static final int FIRST_PORT = 30000;
    private static final int PORTS = 2768;
    private static final int REMEMBERED = 1024;
    private static final int ATTEMPTS = 10_000;

    private final VersionedStore store;
    private final RandomGenerator random;

    @GuardedBy("this")
    private final Deque<String> recent = new ArrayDeque<>();

    public ServiceAddresses(VersionedStore store, RandomGenerator random) {
        this.store = store;
        this.random = random;
    }

    @Override
    public synchronized KubeObject create(RequestUser caller, Target target, KubeObject object) {
        if (!(object instanceof Service service) || !target.subresource().isEmpty()) {
            return object;
        }
        var taken = taken();
        var requested = service.spec().clusterIP();
        if (!requested.isEmpty() && !requested.equals("None") && taken.contains(requested)) {
            throw ApiErrors.unprocessable(
                    "Service \"%s\" is invalid: spec.clusterIPs: Invalid value: [\"%s\"]: failed to allocate IP %s: provided IP is already allocated"
                            .formatted(service.name(), requested, requested));
        }
        return service.withSpec(withPorts(withAddress(service.spec(), taken), List.of(), taken));
    }

    @Override
    public synchronized KubeObject update(RequestUser caller, Target target, KubeObject wanted, KubeObject current) {
        if (!(wanted instanceof Service service) || !target.subresource().isEmpty()) {
            return wanted;
        }
        var was = ((Service) current).spec();
        var taken = taken();
        var spec = was.clusterIP().isEmpty() ? withAddress(service.spec(), taken) : service.spec();
        return service.withSpec(withPorts(spec, was.ports(), taken));
    }

    @GuardedBy("this")
    private ServiceSpec withAddress(ServiceSpec spec, Set<String> taken) {
        if (spec.type().equals("ExternalName")) {
            return spec;
        }
        var address = spec.clusterIP().isEmpty()
                ? fresh(taken, number -> PREFIX + number / BLOCK + "." + number % BLOCK, BLOCK * BLOCK)
                : spec.clusterIP();
        var changed = spec.toBuilder()
                .clusterIP(address)
                .clusterIPs(List.of(address))
                .ipFamilyPolicy(spec.ipFamilyPolicy().orElse("SingleStack"));
        if (spec.ipFamilies().isEmpty()) {
            changed.ipFamilies(List.of("IPv4"));
        }
        return changed.build();
    }

    /// Ports that need one get a node port; those that had one keep it, by the rules of services.
    @GuardedBy("this")
    private ServiceSpec withPorts(ServiceSpec spec, List<ServicePort> before, Set<String> taken) {
        var needsPorts = spec.type().equals("NodePort")
                || (spec.type().equals("LoadBalancer")
                        && spec.allocateLoadBalancerNodePorts().orElse(true));
        if (!needsPorts) {
            return spec.type().equals("ClusterIP") && before.stream().anyMatch(it -> it.nodePort() != 0)
                    ? spec.withPorts(
                            spec.ports().stream().map(it -> it.withNodePort(0)).toList())
                    : spec;
        }
        var changed = spec.toBuilder().ports(List.of());
        for (var port : spec.ports()) {
            var isKnown = before.stream().anyMatch(it -> it.port() == port.port() && it.nodePort() != 0);
            var given = port.nodePort() == 0 && !isKnown
                    ? port.withNodePort(
                            Integer.parseInt(fresh(taken, number -> Integer.toString(FIRST_PORT + number), PORTS)))
                    : port;
            changed.addPorts(given);
        }
        return changed.build();
    }

    @GuardedBy("this")
    private String fresh(Set<String> taken, IntFunction<String> candidate, int count) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var chosen = candidate.apply(1 + random.nextInt(count - 2));
            if (taken.add(chosen)) {
                recent.add(chosen);
                if (recent.size() > REMEMBERED) {
                    recent.remove();
                }
                return chosen;
            }
        }
        throw ApiErrors.internalError("the range of addresses or ports for services is full");
    }

    @GuardedBy("this")
    private Set<String> taken() {
        var taken = new HashSet<>(recent);
        for (var object : store.contents(Service.SERVICES).objects()) {
            var spec = ((Service) object).spec();
            taken.add(spec.clusterIP());
            spec.ports().forEach(port -> taken.add(Integer.toString(port.nodePort())));
        }
        return taken;
    }
}
