package dev.kcm.controllers.shared.nodes;

import dev.kcm.base.GoText;
import dev.kcm.base.flags.Flags;
import java.util.List;

/// Where the addresses of pods come from.
///
/// @param clusterRanges one range, or one per IP family with a comma between
public record PodAddressOptions(boolean allocate, String clusterRanges, String allocator) {
    public static final Flags<PodAddressOptions> FLAGS = Flags.section("generic")
            .bool("allocate-node-cidrs", false, "Give each node a range of pod addresses out of --cluster-cidr.")
            .text(
                    "cluster-cidr",
                    "",
                    "The address range of pods, or two (one per IP family) with a comma"
                            + " between. Only used with --allocate-node-cidrs.")
            .text(
                    "cidr-allocator-type",
                    "RangeAllocator",
                    "How node ranges are allocated; only RangeAllocator is supported.")
            .into(PodAddressOptions::new)
            .checkedBy(PodAddressOptions::problems);

    private List<String> problems() {
        return allocator.isEmpty() || allocator.equals("RangeAllocator")
                ? List.of()
                : List.of(
                        "--cidr-allocator-type must be RangeAllocator, got %s: the others belonged to built-in cloud providers"
                                .formatted(GoText.quote(allocator)));
    }
}
