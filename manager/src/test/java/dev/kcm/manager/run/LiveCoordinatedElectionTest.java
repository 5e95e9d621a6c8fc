package dev.kcm.manager.run;

import static dev.kcm.manager.run.LiveServer.flags;
import static dev.kcm.manager.run.LiveServer.freePort;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.ListQuery;
import dev.kcm.manager.GoManager;
import dev.kcm.model.coordination.v1beta1.LeaseCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The API server chooses between our manager and upstream's. It prefers who emulates the older
/// version.
@EnabledIfEnvironmentVariable(
        named = "KCM_COORDINATED",
        matches = "true",
        disabledReason = "needs a real API server that coordinates: `conformance/run up --kcm none"
                + " --apiserver-arg --feature-gates=CoordinatedLeaderElection=true"
                + " --apiserver-arg --runtime-config=coordination.k8s.io/v1beta1=true`,"
                + " then set KCM_KUBECONFIG, and KCM_COORDINATED=true")
@ResourceLock(LiveServer.LOCK)
@Timeout(300)
class LiveCoordinatedElectionTest {
    private static final String LEASE = "kube-controller-manager";
    private static final String OLDER = "--emulated-version=1.35";

    private final LiveServer server = new LiveServer();

    /// Candidates of earlier tests, which are gone.
    private final Set<String> leftBehind = candidates();

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void upstreams_manager_hands_over_to_ours_when_the_server_prefers_it() throws Exception {
        GoManager.assumeBuilt();
        try (var go = GoManager.started(arguments(freePort()))) {
            var theirs = awaitHolderOtherThan(Set.of());
            works("go-first");
            try (var _ = server.start(LiveServer.options(arguments(freePort(), OLDER)))) {
                awaitHolderOtherThan(Set.of(theirs));
                works("from-go");
                assertThat(go.process().waitFor()).isEqualTo(1);
            }
        }
    }

    @Test
    void ours_hands_over_to_upstreams_and_takes_over_again_when_that_dies() throws Exception {
        GoManager.assumeBuilt();
        int port = freePort();
        try (var _ = server.start(LiveServer.options(arguments(port)))) {
            var ours = awaitHolderOtherThan(Set.of());
            works("ours");
            assertThat(server.administrator(port).get("/healthz?verbose").body())
                    .contains("[+]informer-sync ok", "[+]replicaset-controller ok");
            String theirs;
            try (var _ = GoManager.started(arguments(freePort(), OLDER))) {
                theirs = awaitHolderOtherThan(Set.of(ours));
                works("go");
                assertThat(server.administrator(port).get("/healthz?verbose").body())
                        .doesNotContain("replicaset-controller");
                assertThat(versions()).contains(List.of("1.36.3", "1.35.0"));
            }
            assertThat(awaitHolderOtherThan(Set.of(theirs))).isEqualTo(ours);
            works("ours-again");
        }
    }

    @Test
    void ours_to_ours_without_waiting_for_the_lease_to_run_out() throws Exception {
        var first = server.start(LiveServer.options(arguments(freePort())));
        var before = awaitHolderOtherThan(Set.of());
        try (var _ = server.start(LiveServer.options(arguments(freePort())))) {
            server.await("both are candidates", () -> versions().size() >= 2);
            var clock = server.clock();
            long asked = clock.nanoTime();
            first.close();
            awaitHolderOtherThan(Set.of(before));
            assertThat(clock.nanoTime() - asked).isLessThan(10_000_000_000L);
            works("ours-after-ours");
        }
    }

    private String awaitHolderOtherThan(Set<String> known) throws Exception {
        server.await("somebody else than %s leads".formatted(known), () -> {
            var holder = server.holder(LEASE);
            return !holder.isEmpty() && !known.contains(holder) && !leftBehind.contains(holder);
        });
        return server.holder(LEASE);
    }

    private Set<String> candidates() {
        return list().stream().map(LeaseCandidate::name).collect(Collectors.toSet());
    }

    private List<List<String>> versions() {
        return list().stream()
                .filter(it -> !leftBehind.contains(it.name()))
                .map(it -> List.of(it.spec().binaryVersion(), it.spec().emulationVersion()))
                .toList();
    }

    private List<LeaseCandidate> list() {
        var found = new ArrayList<LeaseCandidate>();
        server.api().on(LeaseCandidate.LEASE_CANDIDATES).listAll(ListQuery.in("kube-system"), found::add);
        return found;
    }

    private void works(String name) throws Exception {
        server.createReplicaSet(name);
        server.await("there are pods", () -> server.pods(name) == 2);
    }

    private static List<String> arguments(int port, String... more) {
        var arguments = new ArrayList<>(
                flags(port, "--controllers=replicaset", "--feature-gates=CoordinatedLeaderElection=true"));
        arguments.addAll(List.of(more));
        return arguments;
    }
}
