package dev.kcm.bench.client;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.core.v1.ConfigMap;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// Creates ConfigMaps and prints the CPU this process spent per request, round by round, as one
/// JSON line. Does what the Go program beside it does: encode, send, decode the whole answer.
public final class ClientBench {

    private record Round(double cpuMicros, double perSecond) {
        String json() {
            return String.format(Locale.ROOT, "{\"cpuMicros\":%.1f,\"perSecond\":%.1f}", cpuMicros, perSecond);
        }
    }

    private final Api<ConfigMap> api;
    private final String prefix;
    private final int workers;

    private ClientBench(Api<ConfigMap> api, String prefix, int workers) {
        this.api = api;
        this.prefix = prefix;
        this.workers = workers;
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 5) {
            System.err.println("usage: ClientBench KUBECONFIG REQUESTS ROUND WORKERS PREFIX");
            System.exit(2);
        }
        int requests = Integer.parseInt(arguments[1]);
        int perRound = Integer.parseInt(arguments[2]);
        var metrics = new Metrics();
        var sources = new CredentialSources(Clock.system(), metrics, System.getenv());
        var config = Configs.fromFlags(arguments[0], "", sources);
        var settings = ClientSettings.usual().withoutRateLimit();
        try (var client = RemoteServer.client(config, "kcm-bench", settings, Clock.system(), metrics)) {
            var bench = new ClientBench(client.on(ConfigMap.CONFIG_MAPS), arguments[4], Integer.parseInt(arguments[3]));
            var rounds = new ArrayList<Round>();
            for (int first = 0; first < requests; first += perRound) {
                rounds.add(bench.round(first, Math.min(perRound, requests - first)));
            }
            System.out.println(rounds.stream()
                    .map(Round::json)
                    .collect(Collectors.joining(",", "{\"rounds\":[", "],\"totalMicros\":" + cpuMicros() + "}")));
        }
    }

    private Round round(int first, int count) throws InterruptedException {
        var next = new AtomicInteger();
        var threads = new ArrayList<Thread>();
        long cpu = cpuMicros();
        long start = Clock.system().nanoTime();
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                    create(prefix + (first + number));
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        double seconds = (Clock.system().nanoTime() - start) / 1e9;
        return new Round((cpuMicros() - cpu) / (double) count, count / seconds);
    }

    private void create(String name) {
        try {
            var _ = api.create(ConfigMap.builder()
                    .metadata(m -> m.name(name).namespace("default").putLabels("bench", "client"))
                    .putData("key", "value of " + name)
                    .build());
        } catch (RuntimeException failed) {
            failed.printStackTrace();
            System.exit(1); // a run with failures measures something else
        }
    }

    private static long cpuMicros() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1000;
    }
}
