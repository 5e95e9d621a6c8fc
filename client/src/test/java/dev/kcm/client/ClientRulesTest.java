package dev.kcm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.WriteOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Retries, rate limit, deadlines, metrics and warnings, on a transport that does as told.
@Timeout(30)
class ClientRulesTest {
    private static final ConfigMap OBJECT =
            ConfigMap.builder().metadata(m -> m.name("a").namespace("b")).build();
    private static final ListQuery ALL = ListQuery.everything();

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final Metrics metrics = new Metrics();
    private final ScriptedTransport transport = new ScriptedTransport();
    private final List<String> warnings = new ArrayList<>();

    @Test
    void comes_back_when_a_busy_server_says_when() throws Exception {
        transport.failures.add(refusal(429, 3));
        transport.failures.add(refusal(503, 2));

        var call = start(() -> api(unlimited()).create(OBJECT));
        assertThat(awaitAndAdvance()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3750));
        assertThat(awaitAndAdvance()).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2500));

        assertThat(call.get()).isEqualTo(OBJECT);
        assertThat(count("rest_client_requests_total", "429", "POST", "test")).isEqualTo(1);
        assertThat(count("rest_client_requests_total", "201", "POST", "test")).isEqualTo(1);
        assertThat(count("rest_client_request_retries_total", "503", "POST", "test"))
                .isEqualTo(1);
        assertThat(count("rest_client_request_retries_total", "201", "POST", "test"))
                .isEqualTo(1);
    }

    @Test
    void waits_longer_when_the_server_stays_busy() throws Exception {
        for (int i = 0; i < 4; i++) {
            transport.failures.add(refusal(429, 1));
        }
        var call = start(() -> api(unlimited()).create(OBJECT));
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < 4; i++) {
            waits.add(awaitAndAdvance());
        }
        assertThat(call.get()).isEqualTo(OBJECT);
        assertThat(waits.get(0)).isLessThan(Duration.ofMillis(1251));
        assertThat(waits.get(3)).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void gives_up_after_ten_retries_or_when_the_deadline_is_nearer_than_the_wait() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            transport.failures.add(refusal(429, 1));
        }
        var patient = unlimited().withTimeout(Duration.ofHours(1));
        var call = start(() -> api(patient).create(OBJECT));
        for (int i = 0; i < 10; i++) {
            awaitAndAdvance();
        }
        assertThatThrownBy(call::get).cause().isInstanceOf(ApiException.class);
        assertThat(transport.requests).hasSize(11);

        transport.failures.clear();
        transport.failures.add(refusal(429, 600));
        assertThatThrownBy(() -> api(unlimited()).create(OBJECT)).isInstanceOf(ApiException.class);
    }

    @Test
    void does_not_come_back_uninvited() {
        for (var failure :
                List.of(refusal(500, 0), refusal(429, 0), refusal(409, 5), refusal(403, 5), Failures.timeout("late"))) {
            transport.failures.add(failure);
            assertThatThrownBy(() -> api(unlimited()).create(OBJECT)).isInstanceOf(ApiException.class);
        }
        assertThat(transport.requests).hasSize(5);
    }

    @Test
    void repeats_reads_but_no_writes_when_a_connection_breaks() throws Exception {
        transport.failures.add(Failures.transport("broken"));
        assertThatThrownBy(() -> client(unlimited()).send(Operation.update(OBJECT)))
                .isInstanceOf(ApiException.class);

        transport.failures.add(Failures.transport("broken"));
        var call = start(() -> api(unlimited()).list(ALL, _ -> {}));
        awaitAndAdvance();
        assertThat(call.get().resourceVersion()).isEqualTo("7");
        assertThat(count("rest_client_requests_total", "<error>", "GET", "test"))
                .isEqualTo(1);
    }

    @Test
    void never_shows_an_item_twice() {
        transport.items.add(OBJECT);
        transport.failures.add(Failures.transport("broken in the middle"));
        var seen = new ArrayList<ConfigMap>();

        assertThatThrownBy(() -> api(unlimited()).list(ALL, seen::add)).isInstanceOf(ApiException.class);
        assertThat(seen).hasSize(1);
    }

    @Test
    void keeps_to_its_rate_and_says_what_that_cost() throws Exception {
        var api = api(ClientSettings.usual().withRate(10, 5));
        var call = start(() -> {
            for (int i = 0; i < 8; i++) {
                api.create(OBJECT);
            }
            return clock.nanoTime();
        });
        for (int i = 0; i < 3; i++) {
            assertThat(awaitAndAdvance()).isEqualTo(Duration.ofMillis(100));
        }
        assertThat(call.get()).isEqualTo(Duration.ofMillis(300).toNanos());
        assertThat(sum("rest_client_rate_limiter_duration_seconds", "POST", "test"))
                .isCloseTo(0.3, org.assertj.core.data.Offset.offset(1e-9));
    }

    /// As client-go does: a throttled client must not report time-outs of requests it never made.
    @Test
    void the_time_of_a_request_begins_with_its_turn() throws Exception {
        var api = api(ClientSettings.usual().withRate(0.01, 1).withTimeout(Duration.ofSeconds(5)));
        api.create(OBJECT);

        var call = start(() -> api.create(OBJECT));
        assertThat(awaitAndAdvance()).isEqualTo(Duration.ofSeconds(100));

        assertThat(call.get()).isEqualTo(OBJECT);
        assertThat(transport.requests.getLast().deadline().remaining()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_retry_does_not_wait_for_a_turn_that_comes_too_late() {
        transport.failures.add(refusal(429, 1));
        var call = start(() -> api(ClientSettings.usual().withRate(0.01, 1).withTimeout(Duration.ofSeconds(5)))
                .create(OBJECT));

        assertThatThrownBy(() -> {
                    awaitAndAdvance();
                    call.get();
                })
                .cause()
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.failure()).isInstanceOf(ApiFailure.Timeout.class));
        assertThat(transport.requests).hasSize(1);
    }

    @Test
    void a_rate_of_zero_is_client_gos_default_and_less_is_none() throws Exception {
        var api = api(ClientSettings.usual().withRate(0, 0));
        var call = start(() -> {
            for (int i = 0; i < 11; i++) {
                api.create(OBJECT);
            }
            return clock.nanoTime();
        });
        assertThat(awaitAndAdvance()).as("after ten at once, five a second").isEqualTo(Duration.ofMillis(200));
        assertThat(call.get()).isEqualTo(Duration.ofMillis(200).toNanos());

        var unlimited = api(ClientSettings.usual().withRate(-1, 3));
        for (int i = 0; i < 100; i++) {
            unlimited.create(OBJECT);
        }
        assertThat(transport.requests).hasSize(111);
    }

    @Test
    void a_write_that_waited_for_its_turn_stays_behind_a_gate_that_closed_meanwhile() throws InterruptedException {
        var isOpen = new AtomicBoolean(true);
        var api = api(ClientSettings.usual().withRate(1, 1).withGate(isOpen::get));
        api.create(OBJECT);
        var call = start(() -> api.create(OBJECT));
        clock.awaitTimers(1);
        isOpen.set(false);
        awaitAndAdvance();

        assertThatThrownBy(call::get)
                .cause()
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.failure()).isInstanceOf(ApiFailure.NotLeader.class));
        assertThat(transport.requests).hasSize(1);
    }

    @Test
    void a_retry_stays_behind_a_gate_that_closed_meanwhile() throws InterruptedException {
        var isOpen = new AtomicBoolean(true);
        transport.failures.add(refusal(503, 1));
        var call = start(() -> api(unlimited().withGate(isOpen::get)).create(OBJECT));
        clock.awaitTimers(1);
        isOpen.set(false);
        awaitAndAdvance();

        assertThatThrownBy(call::get).cause().isInstanceOf(ApiException.class);
        assertThat(transport.requests).hasSize(1);
    }

    @Test
    void a_closed_gate_lets_reads_pass() {
        api(unlimited().withGate(WriteGate.NEVER_OPEN)).list(ALL, _ -> {});
        assertThat(transport.requests).hasSize(1);
    }

    @Test
    void interrupting_ends_a_wait() throws Exception {
        transport.failures.add(refusal(429, 5));
        var call = start(() -> api(unlimited()).create(OBJECT));
        clock.awaitTimers(1);
        call.thread().interrupt();

        assertThatThrownBy(call::get).isInstanceOf(ExecutionException.class);
    }

    @Test
    void passes_warnings_on_and_logs_each_once() {
        transport.warnings = List.of("deprecated", "unknown field");
        api(unlimited().withWarnings(warnings::add)).create(OBJECT);
        assertThat(warnings).containsExactly("deprecated", "unknown field");
    }

    @Test
    void every_write_of_a_dry_client_is_dry() {
        var client = client(unlimited().withWrites(new WriteOptions(true, "me", false)));
        client.on(ConfigMap.CONFIG_MAPS).delete(ObjectKey.of("b", "a"), DeleteOptions.plain());
        client.send(Operation.create(OBJECT));

        assertThat(((Operation.Delete) transport.requests.get(0).operation())
                        .options()
                        .dryRun())
                .containsExactly("All");
        assertThat(((Operation.Create) transport.requests.get(1).operation()).options())
                .isEqualTo(new WriteOptions(true, "me", false));
    }

    private Api<ConfigMap> api(ClientSettings settings) {
        return client(settings).on(ConfigMap.CONFIG_MAPS);
    }

    private Client client(ClientSettings settings) {
        return new Client(transport, settings, clock, metrics);
    }

    private ClientSettings unlimited() {
        return ClientSettings.usual().withoutRateLimit().withWarnings(warnings::add);
    }

    private static ApiFailure refusal(int code, int retryAfter) {
        return ApiFailure.of(Status.builder()
                .status("Failure")
                .code(code)
                .message("refused")
                .details(d -> d.retryAfterSeconds(retryAfter))
                .build());
    }

    private double count(String name, String... labels) {
        return ((Sample.Number) value(name, labels)).value();
    }

    private double sum(String name, String... labels) {
        return ((Sample.Distribution) value(name, labels)).sum();
    }

    private Sample.Value value(String name, String... labels) {
        return metrics.families().stream()
                .filter(family -> family.head().name().equals(name))
                .flatMap(family -> family.samples().stream())
                .filter(sample -> sample.labels().equals(List.of(labels)))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private record Call<T>(FutureTask<T> task, Thread thread) {
        T get() throws Exception {
            return task.get();
        }
    }

    private static <T> Call<T> start(Callable<T> call) {
        var task = new FutureTask<>(call);
        return new Call<>(task, Thread.ofVirtual().start(task));
    }

    /// Waits until the call sleeps, lets it sleep out, and returns how long that was.
    private Duration awaitAndAdvance() throws InterruptedException {
        var wait = clock.awaitTimers(1);
        clock.advance(wait);
        return wait;
    }
}
