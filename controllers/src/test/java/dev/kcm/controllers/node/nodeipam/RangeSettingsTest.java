package dev.kcm.controllers.node.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.controllers.shared.nodes.PodAddressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeSettingsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        10.244.0.0/16                   | ''                         | 0  | 0  | 0  | 24
        10.244.0.0/16                   | ''                         | 26 | 0  | 0  | 26
        10.244.0.0/16                   | ''                         | 0  | 25 | 0  | 25
        fd00::/48                       | ''                         | 0  | 0  | 0  | 64
        fd00::/48                       | ''                         | 0  | 0  | 56 | 56
        10.244.0.0/16,fd00::/48         | ''                         | 0  | 0  | 0  | 24,64
        fd00::/48,10.244.0.0/16         | ''                         | 0  | 20 | 60 | 60,20
        10.244.0.0/24                   | ''                         | 0  | 0  | 0  | 24
        10.244.0.0/16                   | 10.96.0.0/12               | 0  | 0  | 0  | 24
        10.244.0.0/16                   | 10.96.0.0/12,fd01::/112    | 0  | 0  | 0  | 24
        10.244.0.0/16                   | 10.96.0.0/12, fd01::/112   | 0  | 0  | 0  | 24
        010.244.000.0/16                | nonsense                   | 0  | 0  | 0  | 24
        """)
    void blocks_have_the_size_of_their_family(
            String cluster, String services, int mask, int ipv4, int ipv6, String sizes) {
        var settings = RangeSettings.of(addresses(cluster), new NodeIpamOptions(services, mask, ipv4, ipv6));
        assertThat(settings.blockPrefixes().stream().map(String::valueOf).toList())
                .containsExactly(sizes.split(","));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''                            | ''                      | 0  | 0  | 0  | invalid CIDR[0]: <nil> (invalid CIDR address: )
        10.0.0.0/8,ten                | ''                      | 0  | 0  | 0  | invalid CIDR[1]: <nil> (invalid CIDR address: ten)
        10.0.0.0/8, fd00::/48         | ''                      | 0  | 0  | 0  | invalid CIDR[1]: <nil> (invalid CIDR address:  fd00::/48)
        10.0.0.0/8,11.0.0.0/8         | ''                      | 0  | 0  | 0  | len of ClusterCIDRs==2 and they are not configured as dual stack (at least one from each IPFamily
        10.0.0.0/8,fd00::/48,fd01::/48| ''                      | 0  | 0  | 0  | length of clusterCIDRs is:3 more than max allowed of 2
        10.0.0.0/16                   | 10.1.0.0/16,10.2.0.0/16 | 0  | 0  | 0  | serviceCIDR and secondaryServiceCIDR are not dualstack (from different IPfamiles)
        10.0.0.0/16,fd00::/48         | ''                      | 24 | 0  | 0  | usage of --node-cidr-mask-size is not allowed with dual-stack clusters
        10.0.0.0/16                   | ''                      | 24 | 24 | 0  | usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if --node-cidr-mask-size is set. For dual-stack clusters please unset it and use IPFamily specific flags
        10.0.0.0/16                   | ''                      | 0  | 0  | 64 | usage of --node-cidr-mask-size-ipv6 is not allowed for a single-stack IPv4 cluster
        fd00::/48                     | ''                      | 0  | 24 | 0  | usage of --node-cidr-mask-size-ipv4 is not allowed for a single-stack IPv6 cluster
        10.0.0.0/25                   | ''                      | 0  | 0  | 0  | Controller: Invalid --cluster-cidr, mask size of cluster CIDR must be less than or equal to --node-cidr-mask-size configured for CIDR family
        fd00::/47                     | ''                      | 0  | 0  | 0  | New CIDR set failed; the node CIDR size is too big
        10.0.0.0/16                   | ''                      | 33 | 0  | 0  | the node CIDR mask size 33 is too long for 10.0.0.0/16
        """)
    void flags_that_do_not_fit_are_told_in_upstreams_words(
            String cluster, String services, int mask, int ipv4, int ipv6, String problem) {
        assertThat(RangeSettings.problem(addresses(cluster), new NodeIpamOptions(services, mask, ipv4, ipv6)))
                .contains(problem);
    }

    @Test
    void an_allocator_without_a_name_is_none() {
        assertThat(RangeSettings.problem(
                        new PodAddressOptions(true, "10.0.0.0/16", ""), new NodeIpamOptions("", 0, 0, 0)))
                .contains("invalid CIDR allocator type: ");
    }

    private static PodAddressOptions addresses(String cluster) {
        return new PodAddressOptions(true, cluster, "RangeAllocator");
    }
}
