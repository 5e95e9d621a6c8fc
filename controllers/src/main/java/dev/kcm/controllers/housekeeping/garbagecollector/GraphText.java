package dev.kcm.controllers.housekeeping.garbagecollector;

import dev.kcm.base.GoText;
import dev.kcm.model.meta.v1.OwnerReference;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The graph in the language of Graphviz, as upstream's debug page has it. Objects that own nothing
/// and belong to nobody are left out.
final class GraphText {
    private final StringBuilder text = new StringBuilder();

    private GraphText() {}

    /// @param uids only what is connected with these; everything if empty
    static String of(Graph graph, List<String> uids) {
        return new GraphText().of(uids.isEmpty() ? graph.nodes() : connected(graph, uids));
    }

    private String of(Collection<GraphNode> nodes) {
        var vertices = new TreeMap<String, Map<String, String>>();
        var edges = new TreeSet<String>();
        for (var node : nodes) {
            if (!node.owners().isEmpty() || !node.dependents().isEmpty()) {
                vertices.put(node.uid(), attributes(node));
            }
        }
        for (var node : nodes) {
            for (var owner : node.owners()) {
                vertices.computeIfAbsent(owner.uid(), _ -> attributes(owner));
                edges.add("  %s -> %s;\n".formatted(GoText.quote(node.uid()), GoText.quote(owner.uid())));
            }
        }
        text.append("strict digraph full {\n");
        if (!vertices.isEmpty()) {
            text.append("  // Node definitions.\n");
            vertices.forEach(this::vertex);
        }
        if (!edges.isEmpty()) {
            text.append("  // Edge definitions.\n");
            edges.forEach(text::append);
        }
        return text.append("}\n").toString();
    }

    private void vertex(String uid, Map<String, String> attributes) {
        text.append("  ").append(GoText.quote(uid)).append(" [\n");
        attributes.forEach((name, value) -> text.append("    ")
                .append(name)
                .append('=')
                .append(GoText.quote(value))
                .append('\n'));
        text.append("  ];\n");
    }

    private static Map<String, String> attributes(GraphNode node) {
        var states = new LinkedHashMap<String, Boolean>();
        states.put("beingDeleted", node.isDeleting());
        states.put("deletingDependents", node.isDeletingDependents());
        states.put("virtual", node.isVirtual());
        states.put("missingFromGraph", false);
        return attributes(node.identity(), states);
    }

    /// An owner that is not in the graph.
    private static Map<String, String> attributes(OwnerReference owner) {
        var states = new LinkedHashMap<String, Boolean>();
        states.put("beingDeleted", false);
        states.put("deletingDependents", false);
        states.put("virtual", false);
        states.put("missingFromGraph", true);
        return attributes(ObjectIdentity.of(owner, ""), states);
    }

    private static Map<String, String> attributes(ObjectIdentity identity, Map<String, Boolean> states) {
        int slash = identity.apiVersion().indexOf('/');
        var group = slash < 0 ? "" : identity.apiVersion().substring(0, slash);
        var version = identity.apiVersion().substring(slash + 1);
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("label", label(identity, group, version, states));
        attributes.put("group", group);
        attributes.put("version", version);
        attributes.put("kind", identity.kind());
        attributes.put("namespace", identity.namespace());
        attributes.put("name", identity.name());
        attributes.put("uid", identity.uid());
        attributes.put("missing", String.valueOf(states.get("missingFromGraph")));
        attributes.put("beingDeleted", String.valueOf(states.get("beingDeleted")));
        attributes.put("deletingDependents", String.valueOf(states.get("deletingDependents")));
        attributes.put("virtual", String.valueOf(states.get("virtual")));
        return attributes;
    }

    private static String label(ObjectIdentity identity, String group, String version, Map<String, Boolean> states) {
        var lines = "uid=%s\nnamespace=%s\n%s.%s%s/%s\n"
                .formatted(
                        identity.uid(),
                        identity.namespace(),
                        identity.kind(),
                        version,
                        group.isEmpty() ? "" : "." + group,
                        identity.name());
        var holding = states.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
        return holding.isEmpty() ? lines : lines + String.join(",", holding) + "\n";
    }

    private static Collection<GraphNode> connected(Graph graph, List<String> uids) {
        var found = new HashMap<String, GraphNode>();
        var waiting = new ArrayDeque<>(uids);
        while (!waiting.isEmpty()) {
            var uid = waiting.removeFirst();
            if (found.containsKey(uid)) {
                continue;
            }
            graph.find(uid).ifPresent(node -> {
                found.put(uid, node);
                node.owners().forEach(owner -> waiting.add(owner.uid()));
                node.dependents().forEach(it -> waiting.add(it.uid()));
            });
        }
        return found.values();
    }
}
