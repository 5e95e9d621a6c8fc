package dev.kcm.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.meta.v1.StatusDetails;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.OwnWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PlanExecutorTest {
    private static final ObjectKey OWNER = ObjectKey.of("default", "owner");

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final UnreliableServer server = new UnreliableServer(clock);
    private final AtomicBoolean isOpen = new AtomicBoolean(true);
    private final Client client =
            new Client(server, ClientSettings.usual().withoutRateLimit().withGate(isOpen::get), clock, new Metrics());
    private final Informers informers = new Informers(client, clock, new Random(1));
    private final OwnWrites ownWrites = new OwnWrites(informers, clock);
    private final List<String> published = Collections.synchronizedList(new ArrayList<>());
    private final PlanExecutor executor =
            new PlanExecutor(client, Optional.empty(), ownWrites, this::publish, clock, Optional.empty());

    @Test
    void steps_in_order_stop_at_the_first_refusal() throws Exception {
        server.put("b", "in the way");
        var outcomes = apply(Plan.of("test", create("a"), create("b"), create("c"), create("d")));

        assertThat(kinds(outcomes)).containsExactly("Applied", "Refused", "Skipped", "Skipped");
        assertThat(server.writes()).hasSize(2);
        assertThat(outcomes.firstFailure()).containsInstanceOf(ApiFailure.AlreadyExists.class);
    }

    @Test
    void a_full_quota_costs_one_request() throws Exception {
        server.refuse(_ -> true, 403, "Forbidden");
        var outcomes = apply(Plan.slowStart("test", List.of(creates(500))));

        assertThat(server.writes()).hasSize(1);
        assertThat(outcomes.all()).hasSize(500);
        assertThat(kinds(outcomes)).startsWith("Refused", "Skipped");
    }

    @Test
    void slow_start_doubles_and_stops_after_the_batch_with_a_refusal() throws Exception {
        var sent = new AtomicInteger();
        server.refuse(operation -> operation instanceof Operation.Create && sent.incrementAndGet() > 4, 403, "full");
        var outcomes = apply(Plan.slowStart("test", List.of(creates(500))));

        assertThat(server.writes()).hasSize(1 + 2 + 4);
        assertThat(outcomes.appliedCount()).isEqualTo(4);
        assertThat(kinds(outcomes).stream().filter("Skipped"::equals)).hasSize(493);
    }

    @Test
    void a_group_together_is_tried_as_a_whole_and_its_refusal_ends_the_plan() throws Exception {
        server.put("b", "in the way");
        var plan = Plan.together("test", List.of(create("a"), create("b"), create("c")))
                .then(Plan.of("later", create("d")));

        assertThat(kinds(apply(plan))).containsExactly("Applied", "Refused", "Applied", "Skipped");
        assertThat(server.writes()).hasSize(3);
    }

    @Test
    void by_object_a_refusal_ends_only_what_is_about_the_same_object() throws Exception {
        for (var name : List.of("a", "b", "c")) {
            server.put(name, "1");
        }
        server.refuse(
                operation -> operation instanceof Operation.Patch patch
                        && patch.key().name().equals("b"),
                403,
                "Forbidden");
        var steps = Stream.of("a", "b", "c")
                .flatMap(name -> Stream.of(
                        Step.patch(
                                ConfigMap.CONFIG_MAPS,
                                ObjectKey.of("default", name),
                                PatchType.MERGE,
                                JsonObject.EMPTY),
                        Step.delete(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", name), "")))
                .toList();
        var plan = Plan.byObject("test", steps).then(Plan.of("later", create("d")));

        assertThat(kinds(apply(plan)))
                .containsExactly("Applied", "Applied", "Refused", "Skipped", "Applied", "Applied", "Skipped");
    }

    @Test
    void no_more_requests_than_its_width_are_under_way() throws Exception {
        var inFlight = new AtomicInteger();
        var most = new AtomicInteger();
        server.beforeWrites(_ -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            Thread.yield();
            inFlight.decrementAndGet();
        });
        var steps = IntStream.range(0, 300).mapToObj(i -> create("object-" + i)).toList();

        assertThat(apply(Plan.together("test", steps)).appliedCount()).isEqualTo(300);
        assertThat(most).hasValueLessThanOrEqualTo(64);
    }

    @Test
    void what_is_the_case_anyway_is_no_refusal() throws Exception {
        server.put("other", "1");
        var ending = new ApiFailure.NamespaceEnding(Status.builder()
                .code(403)
                .reason("Forbidden")
                .details(StatusDetails.builder()
                        .addCauses(c -> c.reason("NamespaceTerminating"))
                        .build())
                .build());
        server.refuse(operation -> operation instanceof Operation.Create, ending);
        var outcomes = apply(Plan.of(
                "test",
                Step.delete(object("gone", "uid-1")),
                Step.delete(object("other", "uid-1")),
                Step.patch(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", "gone"), PatchType.MERGE, JsonObject.EMPTY),
                create("x"),
                Step.update(object("gone", "uid-1"))));

        assertThat(kinds(outcomes)).containsExactly("Moot", "Moot", "Moot", "Moot", "Refused");
    }

    @Test
    void a_deletion_that_a_webhook_refuses_with_a_conflict_is_refused() throws Exception {
        server.put("a", "1");
        server.refuse(operation -> operation instanceof Operation.Delete, 409, "Conflict");

        assertThat(kinds(apply(Plan.of("test", Step.delete(object("a", "uid-1"))))))
                .containsExactly("Refused");
    }

    @Test
    void a_collection_is_not_empty_because_the_server_does_not_speak_our_language() throws Exception {
        var collection = Plan.of("test", Step.deleteCollection(ConfigMap.CONFIG_MAPS, "default"));
        server.refuse(operation -> operation instanceof Operation.DeleteCollection, 406, "NotAcceptable");

        assertThat(kinds(apply(collection))).containsExactly("Refused");
    }

    @Test
    void tells_of_what_was_done_and_of_what_was_refused() throws Exception {
        var event = Optional.of(new Step.EventTemplate(owner(), "Created", "Created: %s", "Failed", "Error: %s"));
        var step = Step.create(object("a", "")).withEvent(event);
        apply(Plan.of("test", step));
        apply(Plan.of("test", step));

        assertThat(published).containsExactly("NORMAL Created Created: a", "WARNING Failed Error: AlreadyExists");
    }

    @Test
    void records_events_without_a_request() throws Exception {
        isOpen.set(false);
        var outcomes = apply(Plan.of("test", Step.warning(owner(), "Odd", "very odd")));

        assertThat(published).containsExactly("WARNING Odd very odd");
        assertThat(kinds(outcomes)).containsExactly("Recorded");
    }

    @Test
    void nothing_leaves_through_a_closed_gate() throws Exception {
        isOpen.set(false);
        var outcomes = apply(Plan.of("test", create("a"), create("b")));

        assertThat(kinds(outcomes)).containsExactly("Refused", "Skipped");
        assertThat(outcomes.firstFailure()).containsInstanceOf(ApiFailure.NotLeader.class);
        assertThat(server.writes()).isEmpty();
    }

    @Test
    void a_gate_that_closes_in_the_middle_lets_nothing_pass_after_it() throws Exception {
        server.beforeWrites(request -> isOpen.set(server.writes().size() < 9));
        var steps = IntStream.range(0, 50).mapToObj(i -> create("object-" + i)).toList();
        var outcomes = apply(Plan.inOrder("test", steps));

        assertThat(server.writes()).hasSize(10);
        assertThat(outcomes.appliedCount()).isEqualTo(10);
    }

    @Test
    void status_on_its_way_somewhere_is_written_at_once_and_then_at_a_pace() throws Exception {
        server.put("a", "1");
        assertThat(kinds(apply(status("a", Step.Urgency.SOON)))).containsExactly("Applied");
        clock.advance(Duration.ofMillis(30));
        var postponed = apply(status("a", Step.Urgency.SOON));
        assertThat(kinds(postponed)).containsExactly("Postponed");
        assertThat(postponed.postponed()).contains(Duration.ofMillis(70));
        assertThat(kinds(apply(status("a", Step.Urgency.NOW)))).containsExactly("Applied");
        clock.advance(StatusPacer.LONGEST_WINDOW);
        assertThat(kinds(apply(status("a", Step.Urgency.SOON)))).containsExactly("Applied");
        assertThat(server.writes()).hasSize(3);
    }

    @Test
    void the_pace_slows_down_while_changes_keep_coming_and_recovers_in_a_pause() throws Exception {
        server.put("a", "1");
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 5; i++) {
            assertThat(kinds(apply(status("a", Step.Urgency.SOON)))).containsExactly("Applied");
            var wait = apply(status("a", Step.Urgency.SOON)).postponed().orElseThrow();
            waits.add(wait.toMillis());
            clock.advance(wait);
        }
        assertThat(waits).containsExactly(100L, 200L, 400L, 400L, 400L);

        clock.advance(StatusPacer.LONGEST_WINDOW);
        apply(status("a", Step.Urgency.SOON));
        assertThat(apply(status("a", Step.Urgency.SOON)).postponed()).contains(StatusPacer.FIRST_WINDOW);
    }

    @Test
    void what_is_likely_to_be_overtaken_waits_even_if_it_is_the_first() throws Exception {
        server.put("a", "1");
        assertThat(apply(status("a", Step.Urgency.LATER)).postponed()).contains(StatusPacer.OVERTAKEN_WITHIN);
        clock.advance(Duration.ofMillis(600));
        assertThat(apply(status("a", Step.Urgency.LATER)).postponed()).contains(Duration.ofMillis(400));
        clock.advance(Duration.ofMillis(400));
        assertThat(kinds(apply(status("a", Step.Urgency.LATER)))).containsExactly("Applied");

        apply(status("a", Step.Urgency.LATER));
        clock.advance(Duration.ofMillis(600));
        assertThat(kinds(apply(status("a", Step.Urgency.NOW)))).containsExactly("Applied");
        assertThat(apply(status("a", Step.Urgency.LATER)).postponed()).contains(StatusPacer.OVERTAKEN_WITHIN);
        assertThat(server.writes()).hasSize(2);
    }

    @Test
    void a_write_may_say_which_refusal_leaves_nothing_to_do() throws Exception {
        server.put("a", "1");
        server.refuse(_ -> true, 422, "Invalid");
        var patch = Step.patch(ConfigMap.CONFIG_MAPS, ObjectKey.of("default", "a"), PatchType.MERGE, Json.object());

        assertThat(kinds(apply(Plan.of("test", patch)))).containsExactly("Refused");
        assertThat(kinds(apply(Plan.of("test", patch.mootWhen(ApiFailure.Invalid.class)))))
                .containsExactly("Moot");
    }

    @Test
    void in_a_hurry_no_status_waits() throws Exception {
        server.put("a", "1");
        apply(status("a", Step.Urgency.SOON));
        executor.stopDelayingStatus();
        assertThat(kinds(apply(status("a", Step.Urgency.SOON)))).containsExactly("Applied");
    }

    @Test
    void the_owner_waits_until_its_writes_are_shown() throws Exception {
        informers.store(ConfigMap.CONFIG_MAPS);
        assertThat(ownWrites.areShown(OWNER)).isTrue();
        apply(Plan.of("test", create("a")));
        assertThat(ownWrites.areShown(OWNER)).isFalse();
        assertThat(ownWrites.areShown(ObjectKey.of("default", "another"))).isTrue();

        informers.start();
        while (!ownWrites.areShown(OWNER)) {
            Thread.yield();
        }
        executor.forget(OWNER);
        informers.close();
    }

    @Test
    void a_refused_write_is_not_waited_for() throws Exception {
        informers.store(ConfigMap.CONFIG_MAPS);
        server.refuse(_ -> true, 403, "Forbidden");
        apply(Plan.of("test", create("a")));
        assertThat(ownWrites.areShown(OWNER)).isTrue();
    }

    @Test
    void in_shadow_mode_everything_is_told_and_nothing_sent() throws Exception {
        var withheld = new ArrayList<String>();
        var shadow = new PlanExecutor(
                client,
                Optional.empty(),
                ownWrites,
                this::publish,
                clock,
                Optional.of(step -> withheld.add(step.describe())));
        var outcomes = shadow.execute(
                OWNER,
                Plan.slowStart("test", List.of(creates(3))).then(Plan.of("too", Step.event(owner(), "Odd", "odd"))));

        assertThat(kinds(outcomes)).containsExactly("Withheld", "Withheld", "Withheld", "Withheld");
        assertThat(withheld).containsExactly("create configmaps made-* x3", "record event Odd");
        assertThat(server.writes()).isEmpty();
        assertThat(published).isEmpty();
    }

    private Outcomes apply(Plan plan) throws InterruptedException {
        return executor.execute(OWNER, plan);
    }

    private static List<String> kinds(Outcomes outcomes) {
        return outcomes.all().stream().map(it -> it.getClass().getSimpleName()).toList();
    }

    private void publish(ObjectRef about, Step.Severity severity, String reason, String note) {
        published.add(severity + " " + reason + " " + note);
    }

    private static Step create(String name) {
        return Step.create(object(name, ""));
    }

    private static Step creates(int count) {
        var object = ConfigMap.builder()
                .metadata(m -> m.namespace("default").generateName("made-"))
                .build();
        return Step.create(object).times(count);
    }

    private static Plan status(String name, Step.Urgency urgency) {
        return Plan.of("test", Step.updateStatus(object(name, "uid"), urgency));
    }

    private static ObjectRef owner() {
        return object("owner", "uid").ref();
    }

    private static ConfigMap object(String name, String uid) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name).uid(uid))
                .build();
    }
}
