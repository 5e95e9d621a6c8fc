package dev.kcm.cluster.nodes;

import dev.kcm.model.core.v1.Node;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Which devices a node has, as its annotation `kcm.dev/devices` says: `gpu=4` or `gpu=4,nic=2`.
final class DeviceAnnotation {
    private static final String NAME = "kcm.dev/devices";

    /// A name that devices may have with a number behind it, and as many as a slice can hold.
    private static final Pattern ENTRY = Pattern.compile("\\s*([a-z][a-z0-9-]{0,30})\\s*=\\s*(\\d{1,3})\\s*");

    private static final int MOST = 128;

    private DeviceAnnotation() {}

    /// How many there are of each sort. Entries that are none are left out.
    static Map<String, Integer> of(Node node) {
        var devices = new TreeMap<String, Integer>();
        for (var entry : List.of(node.annotations().getOrDefault(NAME, "").split(",", -1))) {
            var matcher = ENTRY.matcher(entry);
            if (matcher.matches()) {
                int count = Math.min(MOST, Integer.parseInt(matcher.group(2)));
                if (count > 0) {
                    devices.put(matcher.group(1), count);
                }
            }
        }
        return devices;
    }
}
