package dev.kcm.cluster;

import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.manager.run.EmbeddedControllers;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.catalog.Catalog;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.json.Json;
import dev.kcm.runtime.loop.Journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an object waits for, with the chain of causes below it: its conditions that are not as they
/// should be, what its controller decided last and why, then the same for what it owns.
record Explanation(Client client, EmbeddedControllers controllers) {
    private static final int MOST_CHILDREN = 5;
    private static final List<Resource<?>> OWNED = List.of(ReplicaSet.REPLICA_SETS, Pod.PODS);

    String of(String kind, String namespace, String name) {
        var resource = resource(kind);
        if (resource == null) {
            return "There is no kind \"%s\" here.\n".formatted(kind);
        }
        var key = ObjectKey.of(resource.isNamespaced() ? namespace : "", name);
        var text = new StringBuilder();
        explain(client.on(DynamicObject.resource(resource)).get(key), "", text);
        return text.toString();
    }

    private static @org.jspecify.annotations.Nullable Resource<?> resource(String word) {
        var wanted = word.toLowerCase(Locale.ROOT);
        for (var resource : Catalog.served()) {
            if (resource.plural().equals(wanted)
                    || resource.singular().equals(wanted)
                    || resource.qualifiedName().equals(wanted)
                    || resource.shortNames().contains(wanted)) {
                return resource;
            }
        }
        return null;
    }

    private void explain(DynamicObject object, String indent, StringBuilder text) {
        text.append(indent)
                .append(object.resource().singular())
                .append('/')
                .append(object.name())
                .append(object.isDeleting() ? " (being deleted)" : "")
                .append('\n');
        var inner = indent + "  ";
        var findings = new ArrayList<String>(complaints(object));
        findings.addAll(decisions(object));
        if (findings.isEmpty()) {
            findings.add("nothing to report");
        }
        findings.forEach(line -> text.append(inner).append(line).append('\n'));
        var children = children(object);
        children.stream().limit(MOST_CHILDREN).forEach(child -> explain(child, inner, text));
        if (children.size() > MOST_CHILDREN) {
            text.append(inner).append("and %d more\n".formatted(children.size() - MOST_CHILDREN));
        }
    }

    private List<String> decisions(KubeObject object) {
        return controllers.group().running().stream()
                .flatMap(
                        it ->
                                it
                                        .journal()
                                        .of(object.resource().plural(), object.key())
                                        .reversed()
                                        .stream()
                                        .limit(1)
                                        .map(entry -> it.spec().name() + ": " + told(entry)))
                .toList();
    }

    private static String told(Journal.Entry entry) {
        return Stream.of(
                        Stream.of(entry.decided()),
                        entry.outcomes().stream(),
                        Stream.of(entry.next()))
                .flatMap(part -> part)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /// Conditions that say no, and why.
    private static List<String> complaints(DynamicObject object) {
        return object.content().itemsAt("status", "conditions").stream()
                .filter(condition -> isBad(text(condition, "type"), text(condition, "status")))
                .map(
                        condition ->
                                "%s is %s: %s %s"
                                        .formatted(
                                                text(condition, "type"),
                                                text(condition, "status"),
                                                text(condition, "reason"),
                                                text(condition, "message"))
                                        .strip())
                .toList();
    }

    private static boolean isBad(String type, String status) {
        return (type.equals("ReplicaFailure") || type.endsWith("Pressure"))
                ? status.equals("True")
                : !status.equals("True");
    }

    private List<DynamicObject> children(DynamicObject owner) {
        var children = new ArrayList<DynamicObject>();
        for (var resource : OWNED) {
            client.on(DynamicObject.resource(resource))
                    .listAll(
                            ListQuery.in(owner.namespace()),
                            child -> {
                                boolean isOwned =
                                        child.metadata().ownerReferences().stream()
                                                .anyMatch(it -> it.uid().equals(owner.uid()));
                                if (isOwned && (!complaints(child).isEmpty() || isActive(child))) {
                                    children.add(child);
                                }
                            });
        }
        children.sort(java.util.Comparator.comparing(child -> complaints(child).isEmpty()));
        return children;
    }

    /// Old replica sets kept for a rollback explain nothing.
    private static boolean isActive(DynamicObject child) {
        return !child.resource().plural().equals("replicasets")
                || child.content()
                        .at("spec", "replicas")
                        .filter(it -> it.toText().equals("0"))
                        .isEmpty();
    }

    private static String text(Json condition, String field) {
        return condition.textAt(field).orElse("");
    }
}
