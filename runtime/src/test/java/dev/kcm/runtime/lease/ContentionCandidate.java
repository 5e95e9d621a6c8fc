package dev.kcm.runtime.lease;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Api;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.Patch;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.failure.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/// A candidate for the contention program (src/test/go/contention): stands for a Lease and, while
/// it leads, writes to a ConfigMap every 50 ms, through a client whose gate is the fence, as the
/// manager's controllers do.
final class ContentionCandidate {
    private ContentionCandidate() {}

    public static void main(String[] arguments) throws InterruptedException {
        var options = options(arguments);
        var identity = required(options, "--identity");
        var namespace = required(options, "--namespace");
        var times = new LeaseTimes(
                seconds(required(options, "--lease")),
                seconds(required(options, "--renew")),
                seconds(required(options, "--retry")));
        var sources = new CredentialSources(Clock.system(), new Metrics(), System.getenv());
        var config = Configs.fromFlags(required(options, "--kubeconfig"), "", sources);
        var settings = ClientSettings.usual().withoutRateLimit().withTimeout(times.requestTimeOut());
        var server = RemoteServer.at(config, Clock.system());
        var client = server.client(identity, settings, new Metrics());
        var worker = new Worker(
                fence -> server.client(identity, settings.withGate(fence::isOpen), new Metrics())
                        .on(ConfigMap.CONFIG_MAPS),
                identity,
                namespace);
        var elector = new Elector(
                ElectionSettings.usual("contention", identity, times),
                new ApiLeaseLock(client, ObjectKey.of(namespace, "contention")),
                worker,
                _ -> {},
                Clock.system(),
                new Random(),
                new Metrics());
        Runtime.getRuntime().addShutdownHook(new Thread(elector::close));
        elector.start();
        new CountDownLatch(1).await();
    }

    private static String required(Map<String, String> options, String name) {
        return Objects.requireNonNull(options.get(name), name);
    }

    private static Map<String, String> options(String[] arguments) {
        var options = new HashMap<String, String>();
        for (int i = 0; i < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        return options;
    }

    /// `15s` or `1m0s`, as Go prints it.
    private static Duration seconds(String text) {
        return Duration.parse("PT" + text);
    }

    private static final class Worker implements ElectionListener {
        private final Function<Fence, Api<ConfigMap>> apis;
        private final String identity;
        private final ObjectKey key;
        private volatile Thread thread = Thread.currentThread();

        Worker(Function<Fence, Api<ConfigMap>> apis, String identity, String namespace) {
            this.apis = apis;
            this.identity = identity;
            this.key = ObjectKey.of(namespace, "work");
        }

        @Override
        public void started(Fence fence) {
            thread = Thread.startVirtualThread(() -> work(fence));
        }

        @Override
        public void stopped() {
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void work(Fence fence) {
            var api = apis.apply(fence);
            try {
                for (int count = 0; fence.isOpen(); count++) {
                    write(api, count);
                    Clock.system().sleep(Duration.ofMillis(50));
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void write(Api<ConfigMap> api, int count) {
            var data = "{\"data\":{\"holder\":\"%s\",\"count\":\"%d\"}}".formatted(identity, count);
            var patch = Patch.merge(data.getBytes(StandardCharsets.UTF_8));
            try {
                api.patch(key, patch);
            } catch (ApiException refusal) {
                System.err.println(identity + " " + refusal.getMessage());
            }
        }
    }
}
