package dev.kcm.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.model.core.v1.LoadBalancerStatus;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.UnreliableServer;
import dev.kcm.runtime.cache.Informers;
import dev.kcm.runtime.cache.OwnWrites;
import dev.kcm.runtime.cloud.CloudAnswer;
import dev.kcm.runtime.cloud.CloudCall;
import dev.kcm.runtime.cloud.CloudException;
import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.cloud.LoadBalancers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A change in the cloud is a step like a write: fenced, withheld in shadow mode, refused with the cloud's words.
@Timeout(30)
class CloudCallTest {
    private static final LoadBalancerStatus HERE =
            LoadBalancerStatus.builder().addIngress(it -> it.ip("192.0.2.1")).build();
    private static final Service WEB = Service.builder()
            .metadata(it -> it.namespace("shop").name("web").uid("uid-web"))
            .build();

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-06-01T00:00:00Z"));
    private final AtomicBoolean isOpen = new AtomicBoolean(true);
    private final Client client = new Client(
            new UnreliableServer(clock),
            ClientSettings.usual().withoutRateLimit().withGate(isOpen::get),
            clock,
            new Metrics());
    private final ScriptedBalancers cloud = new ScriptedBalancers();

    @Test
    void the_answer_of_the_cloud_is_the_outcome() throws Exception {
        assertThat(outcome(new CloudCall.EnsureLoadBalancer("east", WEB, List.of())))
                .isInstanceOfSatisfying(
                        Outcome.Answered.class,
                        it -> assertThat(it.answer()).isEqualTo(new CloudAnswer.Balanced(HERE)));
        assertThat(cloud.calls).containsExactly("ensure web in east");
    }

    @Test
    void a_failure_says_when_to_ask_again() throws Exception {
        cloud.failure = Optional.of(CloudException.retryAfter(Duration.ofMillis(1500), "still building"));
        var refused = (Outcome.Refused) outcome(new CloudCall.EnsureLoadBalancer("east", WEB, List.of()));

        assertThat(refused.because()).isInstanceOf(ApiFailure.CloudProvider.class);
        assertThat(refused.because().message()).isEqualTo("still building");
        assertThat(refused.because().retryAfter()).contains(Duration.ofSeconds(2));
        assertThat(refused.explain())
                .isEqualTo("ensure the load balancer of services shop/web: refused, still building");
    }

    @Test
    void what_another_controller_sees_to_is_no_failure() throws Exception {
        cloud.failure = Optional.of(CloudException.implementedElsewhere());

        assertThat(answer(new CloudCall.EnsureLoadBalancer("east", WEB, List.of())))
                .isEqualTo(new CloudAnswer.ImplementedElsewhere());
        assertThat(answer(new CloudCall.UpdateLoadBalancer("east", WEB, List.of())))
                .isEqualTo(new CloudAnswer.ImplementedElsewhere());
        assertThat(answer(new CloudCall.DeleteLoadBalancer("east", WEB)))
                .isEqualTo(new CloudAnswer.ImplementedElsewhere());
    }

    @Test
    void a_balancer_that_is_gone_needs_neither_update_nor_deletion() throws Exception {
        cloud.exists = false;
        cloud.failure = Optional.of(new CloudException("no such balancer"));

        assertThat(answer(new CloudCall.UpdateLoadBalancer("east", WEB, List.of())))
                .isEqualTo(new CloudAnswer.Absent());
        assertThat(answer(new CloudCall.DeleteLoadBalancer("east", WEB))).isEqualTo(new CloudAnswer.Absent());
        assertThat(cloud.calls).containsExactly("update web in east");
    }

    @Test
    void without_the_lease_nothing_is_changed_in_the_cloud() throws Exception {
        isOpen.set(false);

        assertThat(outcome(new CloudCall.EnsureLoadBalancer("east", WEB, List.of())))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class, it -> assertThat(it.because()).isInstanceOf(ApiFailure.NotLeader.class));
        assertThat(cloud.calls).isEmpty();
    }

    @Test
    void in_shadow_mode_nothing_is_changed_in_the_cloud() throws Exception {
        var told = new ArrayList<String>();
        var outcomes = executor(Optional.of(step -> told.add(step.describe())))
                .execute(WEB.key(), plan(new CloudCall.DeleteLoadBalancer("east", WEB)));

        assertThat(outcomes.all()).hasExactlyElementsOfTypes(Outcome.Withheld.class);
        assertThat(told).containsExactly("delete the load balancer of services shop/web");
        assertThat(cloud.calls).isEmpty();
    }

    private CloudAnswer answer(CloudCall call) throws InterruptedException {
        return ((Outcome.Answered) outcome(call)).answer();
    }

    private Outcome outcome(CloudCall call) throws InterruptedException {
        return executor(Optional.empty()).execute(WEB.key(), plan(call)).all().getFirst();
    }

    private static Plan plan(CloudCall call) {
        return Plan.of("test", Step.call(WEB.ref(), call));
    }

    private PlanExecutor executor(Optional<ShadowListener> shadow) {
        var ownWrites = new OwnWrites(new Informers(client, clock, new Random(1)), clock);
        return new PlanExecutor(client, Optional.of(cloud), ownWrites, (_, _, _, _) -> {}, clock, shadow);
    }

    private static final class ScriptedBalancers implements CloudProvider, LoadBalancers {
        private final List<String> calls = new ArrayList<>();
        private Optional<CloudException> failure = Optional.empty();
        private boolean exists = true;

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public Optional<LoadBalancers> loadBalancers() {
            return Optional.of(this);
        }

        @Override
        public Optional<LoadBalancerStatus> find(String clusterName, Service service) {
            return exists ? Optional.of(HERE) : Optional.empty();
        }

        @Override
        public LoadBalancerStatus ensure(String clusterName, Service service, List<Node> nodes) {
            call("ensure", clusterName, service);
            return HERE;
        }

        @Override
        public void update(String clusterName, Service service, List<Node> nodes) {
            call("update", clusterName, service);
        }

        @Override
        public void delete(String clusterName, Service service) {
            call("delete", clusterName, service);
        }

        private void call(String verb, String clusterName, Service service) {
            calls.add("%s %s in %s".formatted(verb, service.name(), clusterName));
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }
}
