package dev.kcm.testing.scenario;

import dev.kcm.base.Clock;
import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.Event;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.testing.backend.Backend;
import dev.kcm.testing.backend.Fault;
import dev.kcm.testing.backend.WriteLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A test of controllers on a cluster of its own: given some objects, when something happens and the
/// cluster is quiet again, then.
///
/// ```java
/// scenario.given(replicaSet("web").replicas(3)).awaitQuiet()
///         .when(delete(aPodOf("web"))).awaitQuiet()
///         .then(podsOf("web")).count(3)
///         .wrote("create pods x1", "update replicasets/status");
/// ```
public final class Scenario implements ScenarioSteps, AutoCloseable {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final Backend backend;
    private final boolean isReplay;
    private final OutsideObjects outsideObjects = new OutsideObjects();

    private Scenario(Backend backend, boolean isReplay) {
        this.backend = backend;
        this.isReplay = isReplay;
    }

    public static Scenario on(Backend backend) {
        return new Scenario(backend, false);
    }

    /// The same scenario again with something added that must not matter: writes and events on the
    /// way are not checked.
    public static Scenario replayOn(Backend backend) {
        return new Scenario(backend, true);
    }

    @Override
    public Scenario scenario() {
        return this;
    }

    public Backend backend() {
        return backend;
    }

    /// Where its objects live.
    public String namespace() {
        return backend.namespace();
    }

    /// A user's client that may do everything.
    public Client client() {
        return backend.client();
    }

    /// The object as it is now, if it is there.
    public <T extends KubeObject> Optional<T> find(ObjectLocator<T> object) {
        try {
            return Optional.of(client().on(object.resource()).get(object.key(this)));
        } catch (ApiException refused) {
            if (refused.failure() instanceof ApiFailure.NotFound) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    /// All objects of a resource in its namespace, or in the cluster where there are no namespaces.
    public <T extends KubeObject> List<T> list(Resource<T> resource) {
        var found = new ArrayList<T>();
        var query = resource.isNamespaced() ? ListQuery.in(namespace()) : ListQuery.everything();
        client().on(resource).listAll(query, found::add);
        return found;
    }

    /// What happened so far, for people.
    public String timeline() {
        return Timeline.of(backend);
    }

    /// What it created and compares outside its namespace.
    OutsideObjects outsideObjects() {
        return outsideObjects;
    }

    @Override
    public void close() {
        try {
            if (!backend.kind().isEmbedded()) {
                outsideObjects.clear(this);
            }
        } finally {
            backend.close();
        }
    }

    // ---- what ScenarioSteps calls

    Scenario create(List<? extends ObjectBuilder<?, ?>> builders) {
        backend.log().mark();
        builders.forEach(builder -> create(builder.object()));
        return this;
    }

    Scenario act(List<Action> actions) {
        backend.log().mark();
        actions.forEach(action -> {
            backend.log().note("when " + action);
            action.effect().accept(this);
        });
        return this;
    }

    Scenario waitForQuiet() {
        waiting(backend::awaitQuiet);
        backend.log().note("quiet");
        return this;
    }

    Scenario include(List<ObjectLocator<?>> objects) {
        objects.forEach(outsideObjects::include);
        return this;
    }

    Scenario advanceClock(Duration time) {
        backend.log().note("advance " + time);
        waiting(() -> backend.advance(time));
        return this;
    }

    Scenario inject(List<Fault> faults) {
        requireOurs("faults");
        faults.forEach(fault -> {
            backend.log().note("fault: " + fault);
            backend.faults().add(fault);
        });
        return this;
    }

    Scenario removeFaults() {
        backend.log().note("heal");
        backend.faults().heal();
        return this;
    }

    Scenario restartControllers() {
        requireOurs("restarts");
        backend.log().note("restart");
        waiting(backend.controllers()::restart);
        return this;
    }

    Scenario failOverControllers() {
        requireOurs("failovers");
        backend.log().note("failover");
        waiting(backend.controllers()::failOver);
        return this;
    }

    Scenario crashAfter(int number) {
        requireOurs("crashes");
        backend.log().note("crash after write " + number);
        backend.faults().crashAfterWrite(number);
        return this;
    }

    Scenario checkWrites(List<String> expected) {
        return checkLog(expected, WriteLog.Write::hasSucceeded, true, "written");
    }

    Scenario checkRefusals(List<String> expected) {
        return checkLog(expected, write -> !write.hasSucceeded(), false, "refused");
    }

    /// Whether writes and events are checked: not in a replay.
    boolean checksHistory() {
        return !isReplay;
    }

    /// Events about objects without a namespace are in `default`.
    List<Event> events(ObjectLocator<?> object) {
        var key = object.key(this);
        var found = new ArrayList<Event>();
        var query = ListQuery.in(key.namespace().isEmpty() ? "default" : namespace());
        client().on(Event.EVENTS).listAll(query, found::add);
        return found.stream()
                .filter(event -> event.involvedObject().name().equals(key.name()))
                .filter(event ->
                        event.involvedObject().kind().equals(object.resource().kind()))
                .toList();
    }

    /// Runs a check, where time passes by itself again and again until it holds or times out. A check
    /// is any assertion on any objects, so there is no one watch to wait on.
    void check(Runnable check) {
        var clock = Clock.system();
        var deadline = clock.deadlineIn(backend.checkTimeout());
        for (; ; ) {
            try {
                check.run();
                return;
            } catch (AssertionError failed) {
                if (deadline.hasPassed()) {
                    throw failed;
                }
                waiting(() -> clock.sleep(BETWEEN_TRIES));
            }
        }
    }

    private <T extends KubeObject> void create(T object) {
        backend.log().note("given %s %s".formatted(object.resource().kind(), object.name()));
        @SuppressWarnings("unchecked") // an object's resource is that of its own type
        var resource = (Resource<T>) object.resource();
        var placed = placed(object);
        var _ = client().on(resource).create(placed);
        if (!placed.namespace().equals(namespace())) {
            outsideObjects.created(placed);
        }
    }

    @SuppressWarnings("unchecked") // a copy with other metadata has the same type
    private <T extends KubeObject> T placed(T object) {
        return object.resource().isNamespaced() && object.namespace().isEmpty()
                ? (T) object.withMetadata(
                        object.metadata().toBuilder().namespace(namespace()).build())
                : object;
    }

    private void requireOurs(String what) {
        if (!backend.kind().isOurs()) {
            throw new UnsupportedByBackendException("a scenario cannot inject " + what + " into upstream's manager");
        }
    }

    private Scenario checkLog(
            List<String> expected, Predicate<WriteLog.Write> counted, boolean isComplete, String word) {
        if (!backend.kind().isOurs() || isReplay) {
            return this;
        }
        Map<String, Long> found = backend.log().sinceMark().stream()
                .filter(counted)
                .collect(Collectors.groupingBy(WriteLog.Write::what, TreeMap::new, Collectors.counting()));
        var expectations = expected.stream().map(WriteExpectation::parse).toList();
        boolean isMet = expectations.stream().allMatch(each -> each.isMetBy(found.getOrDefault(each.what(), 0L)));
        var named = expectations.stream().map(WriteExpectation::what).collect(Collectors.toSet());
        if (!isMet || (isComplete && !named.containsAll(found.keySet()))) {
            throw new AssertionError("expected to be %s: %s%nbut %s were: %s".formatted(word, expected, word, found));
        }
        return this;
    }

    /// A step that waits.
    @FunctionalInterface
    private interface Waiting {
        void run() throws InterruptedException;
    }

    private static void waiting(Waiting step) {
        try {
            step.run();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the scenario waited", interrupted);
        }
    }
}
