package dev.kcm.cluster.cloud;

import dev.kcm.cluster.nodes.NodeLabels;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.NodeAddress;
import dev.kcm.runtime.cloud.InstanceMetadata;
import dev.kcm.runtime.cloud.Instances;
import java.util.List;
import java.util.regex.Pattern;

/// Machines that are what the annotations of their nodes say. Where they stand and what their addresses are follows
/// from
/// the node's name: `node-1` is in `zone-a`, `node-2` in `zone-b`, and so on.
final class SimulatedInstances implements Instances {
    private static final String REGION = "here";
    private static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})$");
    private static final int PER_BLOCK = 250;

    @Override
    public boolean exists(Node node) {
        return !NodeLabels.isDestroyed(node);
    }

    @Override
    public boolean isShutDown(Node node) {
        return NodeLabels.isSilent(node);
    }

    @Override
    public InstanceMetadata metadata(Node node) {
        return new InstanceMetadata(
                "%s://%s".formatted(SimulatedCloud.NAME, node.name()),
                "simulated",
                ZONES.get(Math.floorMod(number(node.name()) - 1, ZONES.size())),
                REGION,
                List.of(address("InternalIP", internalAddress(node.name())), address("Hostname", node.name())));
    }

    private static int number(String name) {
        var found = NUMBER.matcher(name);
        return found.find() ? Integer.parseInt(found.group(1)) : name.hashCode();
    }

    private static String internalAddress(String name) {
        int hash = Math.floorMod(name.hashCode(), PER_BLOCK * PER_BLOCK);
        return "10.0.%d.%d".formatted(hash / PER_BLOCK, 2 + hash % PER_BLOCK);
    }

    private static NodeAddress address(String type, String text) {
        return NodeAddress.builder().type(type).address(text).build();
    }
}
