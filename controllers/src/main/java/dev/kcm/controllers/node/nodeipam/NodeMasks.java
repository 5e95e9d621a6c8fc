package dev.kcm.controllers.node.nodeipam;

import static dev.kcm.controllers.node.nodeipam.RangeSettings.check;

import dev.kcm.controllers.shared.nodes.AddressRange;
import java.util.List;

/// How long the prefixes of nodes' ranges are, by IP family. In the flags 0 stands for what is usual.
record NodeMasks(int ipv4, int ipv6) {
    private static final int USUAL_IPV4 = 24;
    private static final int USUAL_IPV6 = 64;

    /// @throws IllegalArgumentException if the flags do not go together, or not with the cluster's families
    static NodeMasks of(NodeIpamOptions options, List<AddressRange> cluster) {
        boolean isDualStack = cluster.size() > 1;
        boolean isIpv6 = cluster.getFirst().isIpv6();
        if (options.maskSize() != 0) {
            check(!isDualStack, "usage of --node-cidr-mask-size is not allowed with dual-stack clusters");
            check(
                    options.maskSizeIpv4() == 0 && options.maskSizeIpv6() == 0,
                    "usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if"
                            + " --node-cidr-mask-size is set. For dual-stack clusters please unset it and use IPFamily"
                            + " specific flags");
            return new NodeMasks(options.maskSize(), options.maskSize());
        }
        check(
                isDualStack || !isIpv6 || options.maskSizeIpv4() == 0,
                "usage of --node-cidr-mask-size-ipv4 is not allowed for a single-stack IPv6 cluster");
        check(
                isDualStack || isIpv6 || options.maskSizeIpv6() == 0,
                "usage of --node-cidr-mask-size-ipv6 is not allowed for a single-stack IPv4 cluster");
        return new NodeMasks(or(options.maskSizeIpv4(), USUAL_IPV4), or(options.maskSizeIpv6(), USUAL_IPV6));
    }

    int prefixFor(AddressRange range) {
        return range.isIpv6() ? ipv6 : ipv4;
    }

    private static int or(int given, int usual) {
        return given == 0 ? usual : given;
    }
}
