package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.log.Log;
import dev.kcm.controllers.shared.nodes.AddressRange;
import dev.kcm.controllers.shared.nodes.PodAddressOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which ranges there are to give away, and in blocks of which size.
///
/// @param cluster one range, or one per IP family
/// @param blockPrefixes of the blocks of each
/// @param services ranges that nodes must not get
record RangeSettings(List<AddressRange> cluster, List<Integer> blockPrefixes, List<AddressRange> services) {
    private static final Log log = Log.of(RangeSettings.class);
    private static final int FAMILIES = 2;

    /// So many bits more than its range has a block at most: upstream's limit for IPv6, and what a bitmap can hold.
    private static final int MOST_BITS_IPV6 = 16;
    private static final int MOST_BITS_IPV4 = 30;

    /// What is wrong with the flags, in upstream's words where it has some.
    static Optional<String> problem(PodAddressOptions addresses, NodeIpamOptions options) {
        try {
            of(addresses, options);
            return Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of(wrong.getMessage());
        }
    }

    /// @throws IllegalArgumentException if the flags do not fit each other
    static RangeSettings of(PodAddressOptions addresses, NodeIpamOptions options) {
        check(!addresses.allocator().isEmpty(), "invalid CIDR allocator type: ");
        var cluster = clusterRanges(addresses.clusterRanges());
        var services = serviceRanges(options.serviceRange());
        check(
                services.size() < FAMILIES || isDualStack(services),
                "serviceCIDR and secondaryServiceCIDR are not dualstack (from different IPfamiles)");
        var masks = NodeMasks.of(options, cluster);
        var prefixes = cluster.stream().map(masks::prefixFor).toList();
        for (int i = 0; i < cluster.size(); i++) {
            checkPrefix(cluster.get(i), prefixes.get(i));
        }
        return new RangeSettings(cluster, prefixes, services);
    }

    private static List<AddressRange> clusterRanges(String text) {
        var ranges = new ArrayList<AddressRange>();
        for (var part : text.strip().split(",", -1)) {
            var range = AddressRange.parse(part);
            check(
                    range.isPresent(),
                    "invalid CIDR[%d]: <nil> (invalid CIDR address: %s)".formatted(ranges.size(), part));
            range.ifPresent(ranges::add);
        }
        check(
                ranges.size() == 1 || isDualStack(ranges),
                "len of ClusterCIDRs==%d and they are not configured as dual stack (at least one from each IPFamily"
                        .formatted(ranges.size()));
        check(
                ranges.size() <= FAMILIES,
                "length of clusterCIDRs is:%d more than max allowed of 2".formatted(ranges.size()));
        return List.copyOf(ranges);
    }

    /// Those that cannot be read do not count.
    private static List<AddressRange> serviceRanges(String text) {
        var ranges = new ArrayList<AddressRange>();
        for (var part : text.split(",", -1)) {
            var range = AddressRange.parse(part);
            range.ifPresent(ranges::add);
            if (range.isEmpty() && !part.isBlank()) {
                log.warn("Failed to parse a service CIDR, going on without it", "CIDR", part);
            }
        }
        return List.copyOf(ranges);
    }

    private static void checkPrefix(AddressRange range, int prefix) {
        check(
                range.prefix() <= prefix,
                "Controller: Invalid --cluster-cidr, mask size of cluster CIDR must be less than or equal to"
                        + " --node-cidr-mask-size configured for CIDR family");
        check(prefix <= range.bits(), "the node CIDR mask size %d is too long for %s".formatted(prefix, range));
        check(
                prefix - range.prefix() <= (range.isIpv6() ? MOST_BITS_IPV6 : MOST_BITS_IPV4),
                "New CIDR set failed; the node CIDR size is too big");
    }

    static boolean isDualStack(List<AddressRange> ranges) {
        return ranges.stream().map(AddressRange::isIpv6).distinct().count() == FAMILIES;
    }

    static void check(boolean isRight, String problem) {
        if (!isRight) {
            throw new IllegalArgumentException(problem);
        }
    }
}
