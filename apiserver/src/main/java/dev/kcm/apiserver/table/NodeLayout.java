package dev.kcm.apiserver.table;

import dev.kcm.model.core.v1.Node;
import java.util.ArrayList;

/// How nodes are shown.
final class NodeLayout {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";

    private NodeLayout() {}

    static Layout<Node> nodes() {
        return Layout.<Node>named()
                .text("Status", NodeLayout::status)
                .text("Roles", NodeLayout::roles)
                .age()
                .text("Version", it -> it.status().nodeInfo().kubeletVersion())
                .wide("Internal-IP", it -> address(it, "InternalIP"))
                .wide("External-IP", it -> address(it, "ExternalIP"))
                .wide("OS-Image", it -> orUnknown(it.status().nodeInfo().osImage()))
                .wide("Kernel-Version", NodeLayout::kernel)
                .wide(
                        "Container-Runtime",
                        it -> orUnknown(it.status().nodeInfo().containerRuntimeVersion()));
    }

    private static String status(Node node) {
        var states = new ArrayList<String>();
        node.status().conditions().stream()
                .filter(condition -> condition.type().equals("Ready"))
                .forEach(condition -> states.add(condition.status().equals("True") ? "Ready" : "NotReady"));
        if (states.isEmpty()) {
            states.add("Unknown");
        }
        if (node.spec().unschedulable()) {
            states.add("SchedulingDisabled");
        }
        return String.join(",", states);
    }

    private static String roles(Node node) {
        var roles = new ArrayList<String>();
        node.labels().forEach((key, value) -> {
            if (key.startsWith(ROLE_PREFIX) && key.length() > ROLE_PREFIX.length()) {
                roles.add(key.substring(ROLE_PREFIX.length()));
            } else if (key.equals(ROLE) && !value.isEmpty()) {
                roles.add(value);
            }
        });
        return Layouts.orNone(
                String.join(",", roles.stream().sorted().distinct().toList()));
    }

    private static String address(Node node, String type) {
        return node.status().addresses().stream()
                .filter(address -> address.type().equals(type))
                .map(address -> address.address())
                .findFirst()
                .orElse("<none>");
    }

    private static String kernel(Node node) {
        var info = node.status().nodeInfo();
        var architecture = info.architecture();
        return architecture.isEmpty()
                ? orUnknown(info.kernelVersion())
                : orUnknown(info.kernelVersion()) + " (" + architecture + ")";
    }

    private static String orUnknown(String text) {
        return text.isEmpty() ? "<unknown>" : text;
    }
}
