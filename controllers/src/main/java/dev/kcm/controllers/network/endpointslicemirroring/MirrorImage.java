package dev.kcm.controllers.network.endpointslicemirroring;

import dev.kcm.controllers.shared.backends.IpFamily;
import dev.kcm.controllers.shared.backends.SubsetPacking;
import dev.kcm.controllers.shared.slices.PortGroup;
import dev.kcm.model.core.v1.Endpoints;
import java.util.ArrayList;
import java.util.List;

/// What Endpoints look like as slices: a group for each family and set of ports that has somebody
/// in it. Pure.
///
/// People may write one address into several subsets, so these are packed first as we would pack
/// them; each is then one slice per family.
record MirrorImage(List<PortGroup> groups, SkippedAddresses leftOut) {

    /// @param mostPerSubset how many addresses of one subset are mirrored
    static MirrorImage of(Endpoints endpoints, int mostPerSubset) {
        var groups = new ArrayList<PortGroup>();
        var leftOut = SkippedAddresses.NOBODY;
        for (var subset : SubsetPacking.repacked(endpoints.subsets())) {
            var mirrored = new MirroredSubset(subset, mostPerSubset);
            groups.addAll(mirrored.groups());
            leftOut = leftOut.and(mirrored.leftOut());
        }
        return new MirrorImage(List.copyOf(groups), leftOut);
    }

    List<PortGroup> groupsOf(IpFamily family) {
        return groups.stream()
                .filter(group -> group.addressType().equals(family.text()))
                .toList();
    }
}
