package dev.kcm.cluster.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ListQuery;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.Kubeconfig;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.ClusterSettings;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.json.Json;
import dev.kcm.model.operation.PatchType;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.program.ControllerProgram;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Programs of one's own against a served cluster, in real time; what has to happen is waited for
/// by watching.
@Timeout(60)
class ControllerProgramTest {
    private static final ObjectKey LEASE = ObjectKey.of("default", "greeters");

    private static final ControllerSpec GREETER = ControllerSpec.named("greeter")
            .reconciles(ConfigMap.CONFIG_MAPS)
            .writes("patch configmaps")
            .builtBy(_ -> new Greeter());

    /// Answers every ConfigMap that has `data.hello`; dies of one that has `data.die`.
    private static final class Greeter implements Reconciler<ConfigMap> {
        @Override
        public Observation<ConfigMap> observe(ObjectKey key, Caches caches, Instant now) {
            return caches.find(ConfigMap.CONFIG_MAPS, key)
                    .filter(it -> it.data().containsKey("hello"))
                    .<Observation<ConfigMap>>map(Observation.Observed::new)
                    .orElseGet(Observation.Gone::new);
        }

        @Override
        public Plan decide(ConfigMap seen) {
            if (seen.data().containsKey("die")) {
                throw new StackOverflowError("told to");
            }
            if (seen.data().containsKey("answer")) {
                return Plan.nothing("answered");
            }
            return Plan.of(
                    "it greets",
                    Step.patch(
                            ConfigMap.CONFIG_MAPS,
                            seen.key(),
                            PatchType.MERGE,
                            Json.object("data", Json.object().with("answer", "hello"))));
        }
    }

    private Cluster cluster;

    @BeforeEach
    void start() throws InterruptedException {
        cluster = Cluster.start(
                ClusterSettings.inProcess().withPort(0).withNodes(0).withManagerFlags(List.of("--controllers=")));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void one_of_several_works_and_the_next_takes_over_when_it_is_closed() {
        try (var first = program(true);
                var second = program(true)) {
            first.start();
            greet(cluster.client(), "one");
            awaitAnswer(cluster.client(), "one");
            second.start();
            first.close();
            for (var name : List.of("two", "three")) {
                greet(cluster.client(), name);
                awaitAnswer(cluster.client(), name);
            }

            assertThat(first.decisions("configmaps", ObjectKey.of("default", "one")))
                    .isEmpty();
            assertThat(second.decisions("configmaps", ObjectKey.of("default", "two")))
                    .extracting(it -> it.decided())
                    .contains("it greets");
            assertThat(second.unhealthyReason()).isEmpty();
        }
    }

    @Test
    void a_closed_program_gives_its_lease_up() {
        try (var program = program(true)) {
            program.start();
            greet(cluster.client(), "one");
            awaitAnswer(cluster.client(), "one");
        }

        var lease = cluster.client().on(Lease.LEASES).get(LEASE);
        assertThat(lease.spec().holderIdentity().orElse("")).isEmpty();
    }

    @Test
    void a_worker_that_dies_ends_the_program() throws InterruptedException {
        try (var program = program(false)) {
            program.start();
            cluster.client()
                    .on(ConfigMap.CONFIG_MAPS)
                    .create(map("deadly").toBuilder().putData("die", "now").build());

            assertThat(program.awaitEnd()).contains("a worker of greeter died");
            assertThat(program.unhealthyReason()).isPresent();
        }
    }

    @Test
    void without_an_election_no_lease_is_asked_for() {
        try (var program = program(false)) {
            program.start();
            greet(cluster.client(), "one");
            awaitAnswer(cluster.client(), "one");
        }

        var leases = new ArrayList<Lease>();
        cluster.client().on(Lease.LEASES).listAll(ListQuery.everything(), leases::add);
        assertThat(leases).noneMatch(lease -> lease.key().equals(LEASE));
    }

    private ControllerProgram program(boolean elected) {
        var draft = ControllerProgram.named("greeters").controllers(GREETER);
        return (elected ? draft.electedBy(LEASE) : draft).on(config());
    }

    private ClientConfig config() {
        var sources = new Kubeconfig.CredentialSources(Clock.system(), new Metrics(), Map.of());
        return Kubeconfig.parse("kubeconfig", Path.of("/"), cluster.kubeconfig().orElseThrow())
                .context("", sources);
    }

    private static void greet(Client client, String name) {
        client.on(ConfigMap.CONFIG_MAPS).create(map(name));
    }

    private static ConfigMap map(String name) {
        return ConfigMap.builder()
                .metadata(it -> it.namespace("default").name(name))
                .putData("hello", "there")
                .build();
    }

    private static void awaitAnswer(Client client, String name) {
        Predicate<ConfigMap> isAnswered =
                map -> map.name().equals(name) && map.data().containsKey("answer");
        try (var watch = client.on(ConfigMap.CONFIG_MAPS).watch(WatchQuery.in("default"))) {
            while (true) {
                switch (watch.next().orElseThrow()) {
                    case WatchEvent.Added<ConfigMap>(var map)
                    when isAnswered.test(map) -> {
                        return;
                    }
                    case WatchEvent.Modified<ConfigMap>(var map)
                    when isAnswered.test(map) -> {
                        return;
                    }
                    default -> {}
                }
            }
        }
    }
}
