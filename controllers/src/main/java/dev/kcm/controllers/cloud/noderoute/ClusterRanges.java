package dev.kcm.controllers.cloud.noderoute;

import dev.kcm.controllers.shared.nodes.AddressRange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The ranges of `--cluster-cidr`: routes to other addresses are somebody else's.
record ClusterRanges(List<AddressRange> ranges) {
    private static final int FAMILIES = 2;

    /// Those that can be parsed; [#problem] tells of the others.
    static ClusterRanges of(String text) {
        return new ClusterRanges(
                parts(text).flatMap(part -> AddressRange.parse(part).stream()).toList());
    }

    /// What is wrong with the flag, in upstream's words.
    static Optional<String> problem(String text) {
        var unreadable = parts(text)
                .filter(part -> AddressRange.parse(part).isEmpty())
                .findFirst()
                .map(part -> "--cluster-cidr: invalid CIDR address: " + part);
        return unreadable.or(() -> of(text).problem());
    }

    private Optional<String> problem() {
        boolean isDual = ranges.stream().map(AddressRange::isIpv6).distinct().count() == FAMILIES;
        if (ranges.size() > 1 && !isDual) {
            return Optional.of(
                    "--cluster-cidr: len of ClusterCIDRs==%d and they are not configured as dual stack (at least one from each IPFamily"
                            .formatted(ranges.size()));
        }
        return ranges.size() > FAMILIES
                ? Optional.of("--cluster-cidr: length of clusterCIDRs is:%d more than max allowed of 2"
                        .formatted(ranges.size()))
                : Optional.empty();
    }

    /// Whether its first or last address is in one of the ranges. What cannot be read is left alone.
    boolean isOurs(String destination) {
        return AddressRange.parse(destination).stream()
                .anyMatch(found -> ranges.stream().anyMatch(range -> range.containsAnEndOf(found)));
    }

    private static Stream<String> parts(String text) {
        return Stream.of(text.strip().split(",", -1));
    }
}
