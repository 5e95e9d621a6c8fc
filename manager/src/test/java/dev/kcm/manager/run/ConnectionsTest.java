package dev.kcm.manager.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.WriteGate;
import dev.kcm.client.config.ClientConfig;
import dev.kcm.client.config.FixedCredentials;
import dev.kcm.client.config.TrustSource;
import dev.kcm.client.tls.ServerAddress;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.coordination.v1.Lease;
import dev.kcm.model.core.v1.ConfigMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConnectionsTest {
    /// As many as one server's connections can carry at a time.
    private static final int AT_ONCE = 128;

    private static final Duration RENEWAL = Duration.ofSeconds(5);

    @Test
    void lease_requests_go_through_while_every_connection_hangs() throws Exception {
        var hanging = new CountDownLatch(AT_ONCE);
        try (var listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
                var connections = Connections.shared(
                        config(listener.getLocalPort()),
                        ClientSettings.usual().withRate(1000, 1000),
                        Clock.system(),
                        new Metrics())) {
            Thread.ofVirtual().start(() -> accept(listener, hanging));
            var controller = connections.forController("deployment-controller", WriteGate.ALWAYS_OPEN);
            for (int request = 0; request < AT_ONCE + 20; request++) {
                Thread.ofVirtual()
                        .start(() -> controller.on(ConfigMap.CONFIG_MAPS).get(ObjectKey.of("default", "one")));
            }
            hanging.await();
            var queued = Thread.ofVirtual()
                    .start(() -> controller.on(Lease.LEASES).get(ObjectKey.of("kube-system", "lock")));

            var lease = connections.forLease(RENEWAL).on(Lease.LEASES).get(ObjectKey.of("kube-system", "lock"));

            assertThat(lease.name()).isEqualTo("lock");
            assertThat(queued.isAlive())
                    .as("a controller's request for the same waits")
                    .isTrue();
        }
    }

    private static void accept(ServerSocket listener, CountDownLatch hanging) {
        try {
            while (true) {
                var socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket, hanging));
            }
        } catch (IOException _) {
            // closed
        }
    }

    /// Answers requests for leases and no others.
    private static void serve(Socket socket, CountDownLatch hanging) {
        try (socket;
                var in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("GET ") && line.contains("/leases/")) {
                    var body = "{\"metadata\":{\"namespace\":\"kube-system\",\"name\":\"lock\"}}";
                    var answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(body.length(), body);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                } else if (line.startsWith("GET ")) {
                    hanging.countDown();
                }
            }
        } catch (IOException _) {
            // the client is gone
        }
    }

    private static ClientConfig config(int port) {
        return new ClientConfig(
                ServerAddress.parse("http://127.0.0.1:" + port),
                new TrustSource.Anyone(),
                Optional.empty(),
                FixedCredentials.ANONYMOUS,
                Optional.empty(),
                Optional.empty(),
                "default");
    }
}
