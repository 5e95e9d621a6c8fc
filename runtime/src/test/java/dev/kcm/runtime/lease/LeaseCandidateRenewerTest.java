package dev.kcm.runtime.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Deadline;
import dev.kcm.base.VirtualClock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.ApiRequest;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.ListPosition;
import dev.kcm.client.RawResponse;
import dev.kcm.client.Response;
import dev.kcm.client.Transport;
import dev.kcm.client.Watch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WriteResult;
import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.coordination.v1beta1.LeaseCandidate;
import dev.kcm.model.operation.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LeaseCandidateRenewerTest {
    private static final Duration SHORT_WATCH = Duration.ofSeconds(15);

    private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
    private final ShortWatches server = new ShortWatches();

    @Test
    void watches_that_end_early_cause_no_renewals() throws Exception {
        var who = new LeaseCandidateRenewer.Candidate(ObjectKey.of("kube-system", "me"), "lease", "1.36.3", "1.36.0");
        var client = new Client(server, ClientSettings.usual().withoutRateLimit(), clock, new Metrics());
        try (var renewer = new LeaseCandidateRenewer(who, client, clock, new Random(1))) {
            renewer.start();
            assertThat(server.requests.take()).isEqualTo("watch PT5M");
            assertThat(server.requests.take()).startsWith("GET");
            assertThat(server.requests.take()).startsWith("PUT");
            for (int watch = 1; watch <= 10; watch++) {
                server.endWatch();
                clock.advance(clock.awaitTimers(1)); // the pause between two watches
                assertThat(server.requests.take()).as("watch %d", watch).startsWith("watch PT");
            }
            server.endWatch();
            clock.awaitTimers(1);
            clock.advance(Duration.ofMinutes(5));
            assertThat(server.requests.take()).isEqualTo("watch PT5M");
            assertThat(server.requests.take()).startsWith("GET");
            assertThat(server.requests.take()).startsWith("PUT");
            server.endWatch();
        }
    }

    /// Knows one candidate, and watches that say nothing and end when told, 15 seconds later.
    private final class ShortWatches implements Transport {
        private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        private final BlockingQueue<CountDownLatch> open = new LinkedBlockingQueue<>();

        void endWatch() throws InterruptedException {
            var watch = open.take();
            clock.advance(SHORT_WATCH);
            watch.countDown();
        }

        @Override
        public String host() {
            return "test";
        }

        @Override
        @SuppressWarnings("unchecked") // a server for candidates
        public <A extends KubeObject> Response<A> send(ApiRequest request, Resource<A> as) {
            requests.add(request.toString());
            var candidate = request.operation() instanceof Operation.Update update
                    ? update.object()
                    : LeaseCandidate.builder()
                            .metadata(meta -> meta.namespace("kube-system").name("me"))
                            .build();
            return new Response<>((A) candidate, 200, List.of(), 0, 0);
        }

        @Override
        public <A extends KubeObject> Watch<A> watch(ApiRequest request, Resource<A> as) {
            var ended = new CountDownLatch(1);
            open.add(ended);
            requests.add(
                    "watch " + ((Operation.Watch) request.operation()).timeout().orElseThrow());
            return new Watch<>() {
                @Override
                public Optional<WatchEvent<A>> next() {
                    try {
                        ended.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    return Optional.empty();
                }

                @Override
                public void close() {
                    ended.countDown();
                }
            };
        }

        @Override
        public Response<WriteResult> sendForResult(ApiRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <A extends KubeObject> Response<ListPosition> list(
                ApiRequest request, Resource<A> as, Consumer<? super A> items) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Response<RawResponse> raw(String path, String accept, Deadline deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
