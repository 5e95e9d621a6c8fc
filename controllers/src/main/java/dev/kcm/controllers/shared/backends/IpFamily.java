package dev.kcm.controllers.shared.backends;

import dev.kcm.model.core.v1.Service;
import dev.kcm.model.lean.LeanPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One of the two kinds of IP addresses, and which of them a Service and its pods have.
public enum IpFamily {
    IPV4("IPv4"),
    IPV6("IPv6");

    private final String text;

    IpFamily(String text) {
        this.text = text;
    }

    /// As Services and EndpointSlices spell it.
    public String text() {
        return text;
    }

    /// The families a Service has, its first one first. A server too old to say gets the family of
    /// the Service's address; without an address both are assumed, which at worst keeps an empty
    /// slice.
    public static List<IpFamily> of(Service service) {
        var named = named(service);
        if (!named.isEmpty()) {
            return named;
        }
        return Services.isHeadless(service)
                ? List.of(IPV4, IPV6)
                : List.of(ofAddress(service.spec().clusterIP()));
    }

    /// The one family in which Endpoints, which have only one, show this pod.
    public static IpFamily firstOf(Service service, LeanPod pod) {
        var named = named(service);
        if (!named.isEmpty()) {
            return named.getFirst();
        }
        return ofAddress(
                Services.isHeadless(service)
                        ? pod.status().podIP()
                        : service.spec().clusterIP());
    }

    /// The pod's addresses of this family, in the usual spelling whatever spelling the pod has.
    public List<String> addressesOf(LeanPod pod) {
        var ips = pod.status().podIPs();
        if (ips.size() == 1) {
            return usual(ips.getFirst().ip()).map(List::of).orElse(List.of());
        }
        var addresses = new ArrayList<String>(ips.size());
        ips.forEach(ip -> usual(ip.ip()).ifPresent(addresses::add));
        return addresses;
    }

    private static List<IpFamily> named(Service service) {
        var families = new ArrayList<IpFamily>(2);
        for (var name : service.spec().ipFamilies()) {
            for (var family : values()) {
                if (family.text.equals(name) && !families.contains(family)) {
                    families.add(family);
                }
            }
        }
        return families;
    }

    private static IpFamily ofAddress(String address) {
        return IPV6.usual(address).isPresent() ? IPV6 : IPV4;
    }

    /// The address in its usual spelling if it is of this family.
    private Optional<String> usual(String address) {
        if (isPlainIpv4(address)) {
            return this == IPV4 ? Optional.of(address) : Optional.empty();
        }
        return IpAddress.read(address).filter(parsed -> parsed.family() == this).map(IpAddress::text);
    }

    /// Nearly every address is a dotted quad without leading zeros, which needs no parsing.
    private static boolean isPlainIpv4(String address) {
        for (int at = 0; at < address.length(); at++) {
            char here = address.charAt(at);
            boolean isLeadingZero = here == '0'
                    && (at == 0 || address.charAt(at - 1) == '.')
                    && at + 1 < address.length()
                    && address.charAt(at + 1) != '.';
            if (isLeadingZero || (here != '.' && (here < '0' || here > '9'))) {
                return false;
            }
        }
        return !address.isEmpty();
    }
}
