package dev.kcm.controllers.node.nodeipam;

import dev.kcm.base.flags.Flags;
import java.util.List;

/// What can be set about the node-ipam-controller.
public record NodeIpamOptions(String serviceRange, int maskSize, int maskSizeIpv4, int maskSizeIpv6) {
    public static final Flags<NodeIpamOptions> FLAGS = Flags.section("node-ipam-controller")
            .text(
                    "service-cluster-ip-range",
                    "",
                    "The address range of Services, or two (one per IP family) with a comma"
                            + " between; node ranges stay clear of it. Only used with"
                            + " --allocate-node-cidrs.")
            .count(
                    "node-cidr-mask-size",
                    0,
                    "Prefix length of each node's range in a single-stack cluster; 0 means"
                            + " 24 for IPv4 and 64 for IPv6.")
            .count(
                    "node-cidr-mask-size-ipv4",
                    0,
                    "Prefix length of each node's IPv4 range in a dual-stack cluster; 0" + " means 24.")
            .count(
                    "node-cidr-mask-size-ipv6",
                    0,
                    "Prefix length of each node's IPv6 range in a dual-stack cluster; 0" + " means 64.")
            .into(NodeIpamOptions::new)
            .checkedBy(options -> options.serviceRange().split(",", -1).length > 2
                    ? List.of("--service-cluster-ip-range must hold at most two ranges, got \"%s\""
                            .formatted(options.serviceRange()))
                    : List.of());
}
