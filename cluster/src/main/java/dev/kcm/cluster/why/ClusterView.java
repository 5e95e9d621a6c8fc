package dev.kcm.cluster.why;

import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.model.DynamicObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.selector.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The objects and decisions an explanation is made from. What does not exist or may not be read is
/// left out.
record ClusterView(Client client, Decisions decisions) {
    private static final int MOST_WARNINGS = 2;

    /// What an event warns of.
    record Warning(String reason, String message) {
        @Override
        public String toString() {
            return "warning %s: %s".formatted(reason, message);
        }
    }

    Optional<DynamicObject> find(Resource<?> resource, ObjectKey key) {
        try {
            return Optional.of(client.on(DynamicObject.resource(resource)).get(key));
        } catch (ApiException refused) {
            ignoreIfUnreadable(refused);
            return Optional.empty();
        }
    }

    List<DynamicObject> all(Resource<?> resource, ListQuery query) {
        var found = new ArrayList<DynamicObject>();
        try {
            client.on(DynamicObject.resource(resource)).listAll(query, found::add);
        } catch (ApiException refused) {
            ignoreIfUnreadable(refused);
        }
        return found;
    }

    List<DynamicObject> selected(Resource<?> resource, String namespace, Selector selector) {
        return all(resource, ListQuery.in(namespace).withLabelSelector(selector.toString()));
    }

    List<DynamicObject> ownedBy(DynamicObject owner, Resource<?> resource) {
        return all(resource, ListQuery.in(owner.namespace())).stream()
                .filter(child -> child.metadata().ownerReferences().stream()
                        .anyMatch(it -> it.uid().equals(owner.uid())))
                .toList();
    }

    /// The last warnings about an object, newest first.
    List<Warning> warnings(DynamicObject object) {
        return all(
                        Event.EVENTS,
                        ListQuery.in(object.namespace())
                                .withFieldSelector("type=Warning,involvedObject.uid=" + object.uid()))
                .stream()
                .sorted(Comparator.comparing(ClusterView::lastTime).reversed())
                .limit(MOST_WARNINGS)
                .map(event -> new Warning(text(event, "reason"), text(event, "message")))
                .distinct()
                .toList();
    }

    /// A sentence if this controller does not run.
    Causes without(String controller) {
        return decisions.controllers().contains(controller)
                ? Causes.NONE
                : Causes.of("%s does not run here, so nothing acts on it".formatted(controller));
    }

    static String text(DynamicObject object, String... path) {
        return object.content().textAt(path).orElse("");
    }

    static long number(DynamicObject object, String... path) {
        return object.content().longAt(path).orElse(0);
    }

    private static String lastTime(DynamicObject event) {
        return Stream.of("lastTimestamp", "eventTime", "firstTimestamp")
                .map(field -> text(event, field))
                .filter(time -> !time.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static void ignoreIfUnreadable(ApiException refused) {
        switch (refused.failure()) {
            case ApiFailure.NotFound _, ApiFailure.Forbidden _ -> {}
            default -> throw refused;
        }
    }
}
