package dev.kcm.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.FanOut;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.base.metrics.Sample;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.failure.ApiException;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.real.LocalCluster;
import dev.kcm.runtime.real.TcpProxy;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What [InformerTortureTest] does, to a real kube-apiserver and etcd: killed and restarted,
/// history compacted, connections reset and half-open, 429 and 500 storms, a listener that stalls.
/// Minutes per seed; prints what it measured.
@EnabledIfEnvironmentVariable(
        named = "KCM_TORTURE_CLUSTER",
        matches = ".+",
        disabledReason = "kills an API server: `conformance/run up --kcm none --name torture`, then set"
                + " KCM_TORTURE_CLUSTER to that cluster's directory")
class RealServerTortureTest {
    private static final int OBJECTS = Integer.getInteger("kcm.torture.objects", 20_000);
    private static final int WRITERS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    static LongStream seeds() {
        long first = Long.getLong("kcm.torture.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("kcm.seeds", 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void in_the_end_everyone_knows_what_the_server_has(long seed) throws Exception {
        var directory = Path.of(System.getenv("KCM_TORTURE_CLUSTER"));
        try (var cluster = new LocalCluster(directory);
                var proxy = new TcpProxy(cluster.serverPort());
                var run = new Run(seed, cluster, proxy)) {
            run.begin();
            run.torture();
            run.finish();
        }
    }

    private static final class Run implements AutoCloseable {
        private final long seed;
        private final Random random;
        private final LocalCluster cluster;
        private final TcpProxy proxy;
        private final String space;
        private final Clock clock = Clock.system();
        private final Metrics metrics = new Metrics();
        private final Client direct;
        private final Client watching;
        private final Store<ConfigMap> store = new Store<>(ConfigMap.CONFIG_MAPS);
        private final Informer<ConfigMap> informer;

        private final Mirror<ConfigMap> prompt = new Mirror<>();
        private final Mirror<ConfigMap> slow = new Mirror<>();
        private final StallableListener<ConfigMap> stallable = new StallableListener<>(slow);
        private final SlowListener<ConfigMap> slowListener = new SlowListener<>(stallable);
        private final AtomicInteger writes = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();
        private int deepest;
        private long heapAtFirst;

        Run(long seed, LocalCluster cluster, TcpProxy proxy) {
            this.seed = seed;
            this.random = new Random(seed);
            this.cluster = cluster;
            this.proxy = proxy;
            this.space = "torture-%d-%d".formatted(seed, ProcessHandle.current().pid());
            this.direct = client(cluster.administrator(), cluster.serverPort(), new Metrics());
            this.watching = client(cluster.controllerManager(), proxy.port(), metrics);
            this.informer = new Informer<>(watching.on(ConfigMap.CONFIG_MAPS), store, clock, new Random(seed));
        }

        private Client client(Path kubeconfig, int port, Metrics counted) {
            var sources = new CredentialSources(clock, counted, Map.of());
            var config = Configs.fromFlags(kubeconfig.toString(), "https://127.0.0.1:" + port, sources);
            return RemoteServer.client(
                    config,
                    "kcm-torture/1",
                    ClientSettings.usual().withoutRateLimit().withTimeout(Duration.ofSeconds(15)),
                    clock,
                    counted);
        }

        void begin() throws Exception {
            cluster.ensureServer();
            cluster.awaitReady(direct);
            direct.on(Namespace.NAMESPACES)
                    .create(Namespace.builder().metadata(m -> m.name(space)).build());
            var names = IntStream.range(0, OBJECTS).boxed().toList();
            var _ = FanOut.over(names, 64, this::created);
            store.onChange(prompt);
            store.onChange(slowListener);
            informer.start();
            await(Duration.ofMinutes(1), store::isFilled);
            await(Duration.ofMinutes(1), slowListener::isQuiet);
            heapAtFirst = heap();
        }

        void torture() throws Exception {
            var isOver = new AtomicBoolean();
            var writers = IntStream.range(0, WRITERS)
                    .mapToObj(i -> Thread.startVirtualThread(() -> churn(new Random(seed * 100 + i), isOver)))
                    .toList();
            var troubles = new ArrayList<>(List.of(Trouble.values()));
            troubles.addAll(List.of(Trouble.RESET, Trouble.KILL, Trouble.EXPIRE));
            Collections.shuffle(troubles, random);
            for (var trouble : troubles) {
                make(trouble);
                clock.sleep(Duration.ofMillis(1000 + random.nextInt(3000)));
                deepest = Math.max(deepest, slowListener.depth());
            }
            isOver.set(true);
            for (var writer : writers) {
                writer.join();
            }
        }

        private enum Trouble {
            RESET,
            FREEZE,
            KILL,
            EXPIRE,
            TOO_MANY_REQUESTS,
            STORE_HANGS,
            STALL
        }

        private void make(Trouble trouble) throws Exception {
            switch (trouble) {
                case RESET -> proxy.resetAll();
                case FREEZE -> proxy.freezeAll();
                case KILL -> restart();
                case EXPIRE -> {
                    cutOff();
                    proxy.refuse(false);
                }
                case TOO_MANY_REQUESTS -> {
                    // Watches are exempt from these limits, so lists must not be watches.
                    cutOff(
                            "--feature-gates=WatchList=false",
                            "--enable-priority-and-fairness=false",
                            "--max-requests-inflight=1",
                            "--max-mutating-requests-inflight=1");
                    proxy.refuse(false);
                    clock.sleep(Duration.ofSeconds(10));
                    restart();
                }
                case STORE_HANGS -> {
                    cutOff();
                    var allowing = Thread.startVirtualThread(() -> proxy.refuse(false));
                    cluster.pauseStore(Duration.ofSeconds(8));
                    allowing.join();
                }
                case STALL -> stallable.stall(!stallable.isStalled());
            }
        }

        /// While the watcher sees nothing the cluster goes on, forgets its history and gets a new
        /// server, which has none either.
        private void cutOff(String... arguments) throws Exception {
            proxy.refuse(true);
            clock.sleep(Duration.ofMillis(500));
            cluster.compact();
            restart(arguments);
        }

        private void restart(String... arguments) throws Exception {
            cluster.killServer();
            cluster.startServer(arguments);
            cluster.awaitReady(direct);
        }

        void finish() throws InterruptedException {
            long calm = clock.nanoTime();
            stallable.stall(false);
            var truth = new HashMap<ObjectKey, String>();
            var position = direct.on(ConfigMap.CONFIG_MAPS)
                    .listAll(ListQuery.everything(), object -> truth.put(object.key(), object.resourceVersion()));
            long goal = ResourceVersions.of(position.resourceVersion());
            // Other processes of the cluster write config maps too, if rarely.
            direct.on(ConfigMap.CONFIG_MAPS).create(object("last", "last"));
            await(PATIENCE, () -> store.find(ObjectKey.of(space, "last")).isPresent());
            await(PATIENCE, slowListener::isQuiet);
            var took = Duration.ofNanos(clock.nanoTime() - calm);

            assertThat(store.position()).isGreaterThan(goal);
            var cached = new HashMap<ObjectKey, String>();
            store.forEach(object -> cached.put(object.key(), object.resourceVersion()));
            assertEqual("the cache", cached, truth);
            assertEqual("the prompt listener", prompt.versions(), truth);
            assertEqual("the slow listener", slow.versions(), truth);
            assertThat(prompt.nonsense()).isEmpty();
            assertThat(slow.nonsense()).isEmpty();
            assertThat(deepest).isLessThan(OBJECTS * 12 / 10);
            cached.clear();
            truth.clear();
            long heap = heap();
            assertThat(heap).as("heap after").isLessThan(heapAtFirst * 3 / 2);
            report(took, heap);
        }

        private void assertEqual(String whose, Map<ObjectKey, String> found, Map<ObjectKey, String> truth) {
            var ours = new HashMap<>(found);
            var theirs = new HashMap<>(truth);
            ours.keySet().removeIf(key -> !key.namespace().equals(space));
            theirs.keySet().removeIf(key -> !key.namespace().equals(space));
            ours.remove(ObjectKey.of(space, "last"));
            assertThat(ours).as(whose).isEqualTo(theirs);
        }

        private void report(Duration took, long heap) {
            System.out.printf(
                    "torture seed %d: %d objects, %d writes, %d requests refused or failed,"
                            + " watcher's requests %s, equal %.1f s after the last write, longest"
                            + " slowListener %d, heap %.1f MB at first, %.1f MB at the end%n",
                    seed,
                    store.size(),
                    writes.get(),
                    refusals.get(),
                    requests(),
                    took.toMillis() / 1000.0,
                    deepest,
                    heapAtFirst / 1e6,
                    heap / 1e6);
        }

        /// How many requests of the watching client ended in which way.
        private Map<String, Integer> requests() {
            var byCode = new TreeMap<String, Integer>();
            metrics.families().stream()
                    .filter(family -> family.head().name().equals("rest_client_requests_total"))
                    .flatMap(family -> family.samples().stream())
                    .forEach(sample -> byCode.merge(
                            sample.labels().getFirst(), (int) ((Sample.Number) sample.value()).value(), Integer::sum));
            return byCode;
        }

        @Override
        public void close() {
            informer.close();
            slowListener.close();
            try {
                direct.on(ConfigMap.CONFIG_MAPS).deleteAll(ListQuery.in(space), DeleteOptions.plain());
            } catch (ApiException _) {
                // the cluster is thrown away anyway
            }
            watching.close();
            direct.close();
        }

        private boolean created(int number) {
            return tryToWrite(() -> direct.send(Operation.create(object(name(number), "0"))));
        }

        private void churn(Random dice, AtomicBoolean isOver) {
            while (!isOver.get()) {
                var name = name(dice.nextInt(OBJECTS * 11 / 10));
                var key = ObjectKey.of(space, name);
                switch (dice.nextInt(8)) {
                    case 2, 3 -> tryToRead(key);
                    case 0 ->
                        tryToWrite(() -> direct.send(Operation.delete(
                                ConfigMap.CONFIG_MAPS, key, dev.kcm.model.meta.v1.DeleteOptions.EMPTY)));
                    case 1 -> tryToWrite(() -> direct.send(Operation.create(object(name, "again"))));
                    default -> {
                        var patch = Json.object("data", Json.object().with("value", Long.toString(dice.nextLong())));
                        tryToWrite(
                                () -> direct.send(Operation.patch(ConfigMap.CONFIG_MAPS, key, PatchType.MERGE, patch)));
                    }
                }
            }
        }

        private void tryToRead(ObjectKey key) {
            try {
                var _ = direct.on(ConfigMap.CONFIG_MAPS).get(key);
            } catch (ApiException _) {
                refusals.incrementAndGet();
            }
        }

        private boolean tryToWrite(Runnable write) {
            try {
                write.run();
                writes.incrementAndGet();
                return true;
            } catch (ApiException _) {
                refusals.incrementAndGet();
                return false;
            }
        }

        private ConfigMap object(String name, String value) {
            return ConfigMap.builder()
                    .metadata(m -> m.namespace(space).name(name))
                    .putData("value", value)
                    .putData("filling", name.repeat(10))
                    .build();
        }

        private static String name(int number) {
            return "object-" + number;
        }

        private void await(Duration patience, BooleanSupplier condition) throws InterruptedException {
            var deadline = clock.deadlineIn(patience);
            while (!condition.getAsBoolean()) {
                assertThat(deadline.hasPassed())
                        .as(() -> "late; the informer says " + informer.lastFailure())
                        .isFalse();
                clock.sleep(Duration.ofMillis(50));
            }
        }

        private static long heap() {
            for (int i = 0; i < 3; i++) {
                System.gc();
            }
            return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        }
    }
}
