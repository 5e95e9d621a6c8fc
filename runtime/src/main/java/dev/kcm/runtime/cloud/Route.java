package dev.kcm.runtime.cloud;

import dev.kcm.model.core.v1.NodeAddress;
import java.util.List;
import java.util.Optional;

/// A route of the cloud.
///
/// @param name the cloud's; empty in one that is to be created
/// @param targetNode the node's name; empty if the cloud knows of no node behind it
/// @param targetAddresses where the node is reached; absent where the cloud's routes know no addresses
/// @param destination the range of addresses that it is for
/// @param isBlackhole whether it leads nowhere
public record Route(
        String name,
        String targetNode,
        Optional<List<NodeAddress>> targetAddresses,
        String destination,
        boolean isBlackhole) {}
