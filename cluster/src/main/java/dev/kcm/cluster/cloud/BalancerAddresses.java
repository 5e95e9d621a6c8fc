package dev.kcm.cluster.cloud;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.model.core.v1.LoadBalancerIngress;
import dev.kcm.model.core.v1.Service;
import dev.kcm.runtime.cloud.CloudException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Which load balancer has which addresses, out of the ranges for benchmarks (198.18.0.0/15) and documentation
/// (2001:db8::/32), which no real network uses. Thread-safe.
final class BalancerAddresses {
    private static final String IPV6 = "IPv6";
    private static final int PER_BLOCK = 250;
    private static final int MOST = 2 * PER_BLOCK * PER_BLOCK;

    @GuardedBy("this")
    private final Map<String, String> holderByAddress = new HashMap<>();

    @GuardedBy("this")
    private final Map<String, List<String>> byHolder = new HashMap<>();

    synchronized List<String> of(String uid) {
        return byHolder.getOrDefault(uid, List.of());
    }

    /// The addresses a Service has, or asks for, or the first that are free: one for each of its families.
    synchronized List<String> take(Service service) {
        var known = byHolder.get(service.uid());
        if (known != null) {
            return known;
        }
        var taken = new ArrayList<String>();
        var families = service.spec().ipFamilies().isEmpty()
                ? List.of("IPv4")
                : service.spec().ipFamilies();
        for (var family : families) {
            taken.add(one(service, family.equals(IPV6)));
        }
        taken.forEach(address -> holderByAddress.put(address, service.uid()));
        byHolder.put(service.uid(), List.copyOf(taken));
        return taken;
    }

    synchronized void release(String uid) {
        var released = byHolder.remove(uid);
        if (released != null) {
            released.forEach(holderByAddress::remove);
        }
    }

    @GuardedBy("this")
    private String one(Service service, boolean isIpv6) {
        var wanted = service.spec().loadBalancerIP();
        if (!wanted.isEmpty() && isIpv6(wanted) == isIpv6) {
            if (holderByAddress.containsKey(wanted)) {
                throw new CloudException("the address %s is taken".formatted(wanted));
            }
            return wanted;
        }
        var had = service.status().loadBalancer().ingress().stream().map(LoadBalancerIngress::ip);
        var taken = holderByAddress.keySet();
        return Stream.concat(had.filter(address -> !address.isEmpty() && isIpv6(address) == isIpv6), all(isIpv6))
                .filter(address -> !taken.contains(address))
                .findFirst()
                .orElseThrow(() -> new CloudException("all addresses are taken"));
    }

    private static Stream<String> all(boolean isIpv6) {
        return Stream.iterate(0, number -> number < MOST, number -> number + 1)
                .map(number -> isIpv6
                        ? "2001:db8::%x".formatted(number + 1)
                        : "198.%d.%d.%d"
                                .formatted(
                                        18 + number / (PER_BLOCK * PER_BLOCK),
                                        number / PER_BLOCK % PER_BLOCK,
                                        1 + number % PER_BLOCK));
    }

    private static boolean isIpv6(String address) {
        return address.indexOf(':') >= 0;
    }
}
