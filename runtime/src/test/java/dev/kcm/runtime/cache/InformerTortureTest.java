package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.UnreliableServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Twenty thousand objects under churn on a server that misbehaves in every way it knows, with time
/// passing at random; in the end cache and listeners know exactly what the server has.
/// [RealServerTortureTest] does the same to a real one.
@Timeout(120)
class InformerTortureTest {
    private static final int OBJECTS = 20_000;
    private static final int NAMES = 22_000;
    private static final int ROUNDS = 1_500;

    static LongStream seeds() {
        return LongStream.range(0, Integer.getInteger("kcm.seeds", 5));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void in_the_end_everyone_knows_what_the_server_has(long seed) {
        try (var run = new Run(seed)) {
            run.begin();
            for (int i = 0; i < ROUNDS; i++) {
                run.round();
            }
            run.finish();
        }
    }

    private static final class Run implements AutoCloseable {
        private final Random random;
        private final Random clumsiness = new Random(0);
        private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
        private final UnreliableServer server = new UnreliableServer(clock);
        private final Store<ConfigMap> store = new Store<>(ConfigMap.CONFIG_MAPS);
        private final Informer<ConfigMap> informer;

        private final Mirror<ConfigMap> prompt = new Mirror<>();
        private final Mirror<ConfigMap> slow = new Mirror<>();
        private final Mirror<ConfigMap> late = new Mirror<>();
        private final StallableListener<ConfigMap> stallable = new StallableListener<>(slow);
        private final SlowListener<ConfigMap> slowListener = new SlowListener<>(stallable);
        private int deepest;

        Run(long seed) {
            this.random = new Random(seed);
            var client = new Client(server, ClientSettings.usual().withoutRateLimit(), clock, new Metrics());
            this.informer = new Informer<>(client.on(ConfigMap.CONFIG_MAPS), store, clock, new Random(seed));
        }

        void begin() {
            for (int i = 0; i < OBJECTS; i++) {
                server.put("object-" + i, "0");
            }
            store.onChange(_ -> {
                if (clumsiness.nextInt(1000) == 0) {
                    throw new IllegalStateException("expected by this test");
                }
            });
            store.onChange(prompt);
            store.onChange(slowListener);
            informer.start();
        }

        void round() {
            churn(random.nextInt(40));
            if (random.nextInt(15) == 0) {
                misbehave();
            }
            clock.advance(Duration.ofMillis(random.nextInt(2_000)));
            if (random.nextInt(10) == 0) {
                recover();
            }
            if (random.nextInt(200) == 0) {
                informer.resync();
            }
            deepest = Math.max(deepest, slowListener.depth());
            letOthersRun(random.nextInt(2_000), this::isCacheEqual);
        }

        /// Gives others a chance to act, unless they have nothing to do.
        private static void letOthersRun(int moments, BooleanSupplier isEnough) {
            for (int i = 0; i < moments && !isEnough.getAsBoolean(); i++) {
                Thread.yield();
            }
        }

        private boolean isCacheEqual() {
            return store.told() == server.revision();
        }

        private boolean isSettled() {
            return isCacheEqual() && slowListener.isQuiet();
        }

        void finish() {
            recover();
            stallable.stall(false);
            var _ = store.follow(late);
            churn(500);
            for (int i = 0; !isSettled(); i++) {
                assertThat(i).as("patience").isLessThan(20_000);
                clock.advance(Duration.ofMillis(100));
                // Long enough to list everything anew before the clock has passed a request's end.
                letOthersRun(50_000, this::isSettled);
            }
            var truth = server.versions();
            assertThat(store.size()).isEqualTo(truth.size());
            store.forEach(object -> assertThat(truth.get(object.key())).isEqualTo(object.resourceVersion()));
            assertThat(prompt.versions()).as("prompt").isEqualTo(truth);
            assertThat(slow.versions()).as("slow").isEqualTo(truth);
            assertThat(late.versions()).as("late").isEqualTo(truth);
            assertThat(prompt.nonsense()).as("prompt").isEmpty();
            assertThat(slow.nonsense()).as("slow").isEmpty();
            assertThat(late.nonsense()).as("late").isEmpty();
            assertThat(deepest).as("changes that wait for a stalled listener").isLessThan(NAMES);
            assertThat(server.lists()).as("the test was no test").isGreaterThan(3);
            assertThat(server.openWatches()).isLessThanOrEqualTo(1);
        }

        @Override
        public void close() {
            informer.close();
            slowListener.close();
        }

        private void churn(int writes) {
            for (int i = 0; i < writes; i++) {
                var name = "object-" + random.nextInt(NAMES);
                if (random.nextInt(4) == 0) {
                    server.delete(name);
                } else {
                    server.put(name, Integer.toString(random.nextInt()));
                }
            }
        }

        private void misbehave() {
            switch (random.nextInt(9)) {
                case 0 -> server.down(true);
                case 1 -> {
                    server.down(true);
                    churn(200);
                    server.compact();
                    server.down(false);
                }
                case 2 -> server.breakWatches();
                case 3 -> server.silenceWatches();
                case 4 -> server.endWatches();
                case 5 -> server.refuse(_ -> true, 429, "TooManyRequests");
                case 6 -> server.refuse(ask -> random.nextBoolean(), 500, "InternalError");
                case 7 ->
                    server.refuse(
                            operation -> operation instanceof Operation.Watch watch && !watch.startsWithObjects(),
                            410,
                            "Expired");
                default -> stallable.stall(!stallable.isStalled());
            }
        }

        private void recover() {
            server.down(false);
            server.accept();
        }
    }
}
