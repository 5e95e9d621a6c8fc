package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Checks on one object as it is now.
public final class ObjectCheck<T extends KubeObject> implements ScenarioSteps {
    private final Scenario scenario;
    private final ObjectLocator<T> object;

    ObjectCheck(Scenario scenario, ObjectLocator<T> object) {
        this.scenario = scenario;
        this.object = object;
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    public ObjectCheck<T> exists() {
        return checking(_ -> {});
    }

    public ObjectCheck<T> isGone() {
        scenario.check(() -> {
            if (find().isPresent()) {
                throw new AssertionError("expected %s to be gone".formatted(object));
            }
        });
        return this;
    }

    /// It has a deletion timestamp, but a finalizer or its grace period keeps it.
    public ObjectCheck<T> isTerminating() {
        return checking(found -> require(found.isDeleting(), "to be terminating", "no deletion timestamp"));
    }

    /// What stands at a path, as in `spec.template.spec.containers[0].image`; what is not there is
    /// 0, false and the empty text.
    public ObjectCheck<T> has(String path, Object value) {
        return checking(found -> {
            var there = FieldPaths.at(FieldPaths.json(found), path);
            require(FieldPaths.isEqual(there, value), "to have %s = %s".formatted(path, value), there.toText());
        });
    }

    /// As [#has], below `status`.
    public ObjectCheck<T> status(String field, Object value) {
        return has("status." + field, value);
    }

    /// The condition has this status, `True`, `False` or `Unknown`.
    public ObjectCheck<T> condition(String type, String status) {
        return condition(type, status, Optional.empty());
    }

    public ObjectCheck<T> condition(String type, String status, String reason) {
        return condition(type, status, Optional.of(reason));
    }

    public ObjectCheck<T> lacksCondition(String type) {
        return checking(found -> {
            var there = condition(found, type);
            require(
                    there.isEmpty(),
                    "to have no condition " + type,
                    there.map(Json::toText).orElse(""));
        });
    }

    public ObjectCheck<T> label(String key, String value) {
        return member("label", KubeObject::labels, key, value);
    }

    public ObjectCheck<T> lacksLabel(String key) {
        return checking(found -> require(!found.labels().containsKey(key), "to have no label " + key, found.labels()));
    }

    public ObjectCheck<T> annotation(String key, String value) {
        return member("annotation", KubeObject::annotations, key, value);
    }

    public ObjectCheck<T> lacksAnnotation(String key) {
        return checking(found ->
                require(!found.annotations().containsKey(key), "to have no annotation " + key, found.annotations()));
    }

    /// Anything else, with whatever assertions one likes.
    public ObjectCheck<T> satisfies(Consumer<? super T> assertions) {
        return checking(assertions::accept);
    }

    /// Events of all these reasons were recorded for it.
    public ObjectCheck<T> hasEvents(String... reasons) {
        return events(found -> found.containsAll(Set.of(reasons)), "events", List.of(reasons));
    }

    /// No event of these reasons was recorded for it.
    public ObjectCheck<T> hasNoEvents(String... reasons) {
        var unwanted = Set.of(reasons);
        return events(found -> found.stream().noneMatch(unwanted::contains), "no events", List.of(reasons));
    }

    private ObjectCheck<T> condition(String type, String status, Optional<String> reason) {
        return checking(found -> {
            var there = condition(found, type);
            boolean isSo = there.isPresent()
                    && there.get().textAt("status").equals(Optional.of(status))
                    && (reason.isEmpty() || there.get().textAt("reason").equals(reason));
            require(
                    isSo,
                    "to have condition %s %s%s"
                            .formatted(
                                    type,
                                    status,
                                    reason.map(it -> " because of " + it).orElse("")),
                    there.map(Json::toText).orElse("no such condition"));
        });
    }

    private static Optional<Json> condition(KubeObject object, String type) {
        return FieldPaths.json(object).itemsAt("status", "conditions").stream()
                .filter(it -> it.textAt("type").equals(Optional.of(type)))
                .findFirst();
    }

    private ObjectCheck<T> member(
            String word, Function<KubeObject, Map<String, String>> part, String key, String value) {
        return checking(found -> require(
                value.equals(part.apply(found).get(key)),
                "to have %s %s=%s".formatted(word, key, value),
                part.apply(found)));
    }

    /// Events may be lost when a process dies, so they are not checked in a replay.
    private ObjectCheck<T> events(Predicate<Set<String>> isSo, String word, List<String> reasons) {
        if (scenario.checksHistory()) {
            scenario.check(() -> {
                var found = scenario.events(object).stream().map(Event::reason).collect(Collectors.toSet());
                require(isSo.test(found), "to have " + word + " " + reasons, found);
            });
        }
        return this;
    }

    private ObjectCheck<T> checking(Consumer<T> assertion) {
        scenario.check(() -> assertion.accept(
                find().orElseThrow(() -> new AssertionError("expected %s to be there".formatted(object)))));
        return this;
    }

    private Optional<T> find() {
        return scenario.find(object);
    }

    private void require(boolean isSo, String expectation, Object found) {
        if (!isSo) {
            throw new AssertionError("expected %s %s%nbut found: %s".formatted(object, expectation, found));
        }
    }
}
