package dev.kcm.controllers.shared.backends;

import dev.kcm.model.core.v1.PodIP;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.core.v1.ServiceSpec;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.value.IntOrString;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Consumer;

/// Services and pods for tests. Pods are labelled `app=web`, are on `node-1` and offer `http` on
/// 8080.
public final class Network {
    public static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    public static final Instant CREATED = NOW.minusSeconds(3600);
    public static final Instant READY = NOW.minusSeconds(60);

    private Network() {}

    /// A Service on port 80 for the pods' `http`.
    public static Service service(String name, Consumer<ServiceSpec.Builder> more) {
        return Service.builder()
                .metadata(m -> m.name(name)
                        .namespace("default")
                        .uid("uid-" + name)
                        .creationTimestamp(CREATED)
                        .putLabels("team", "a"))
                .spec(spec -> {
                    spec.type("ClusterIP")
                            .clusterIP("10.96.0.10")
                            .addIpFamilies("IPv4")
                            .putSelector("app", "web")
                            .addPorts(port ->
                                    port.name("http").port(80).protocol("TCP").targetPort(IntOrString.of("http")));
                    more.accept(spec);
                })
                .build();
    }

    public static Service service(String name) {
        return service(name, _ -> {});
    }

    public static LeanPod pending(String name) {
        return LeanPod.builder()
                .metadata(m ->
                        m.name(name).namespace("default").uid("uid-" + name).putLabels("app", "web"))
                .spec(spec -> spec.nodeName("node-1")
                        .addContainers(container -> container
                                .name("main")
                                .addPorts(port ->
                                        port.name("http").protocol("TCP").containerPort(8080))))
                .status(status -> status.phase("Pending"))
                .build();
    }

    public static LeanPod unready(String name, String... ips) {
        return withReadiness(name, "False", READY, ips);
    }

    public static LeanPod ready(String name, String... ips) {
        return withReadiness(name, "True", READY, ips);
    }

    public static LeanPod readySince(Instant since, String name, String... ips) {
        return withReadiness(name, "True", since, ips);
    }

    public static LeanPod deleting(LeanPod pod) {
        return pod.withMetadata(m -> m.deletionTimestamp(NOW));
    }

    public static LeanPod onNode(LeanPod pod, String node) {
        return pod.withSpec(spec -> spec.nodeName(node));
    }

    private static LeanPod withReadiness(String name, String ready, Instant since, String... ips) {
        return pending(name)
                .withStatus(status -> status.phase("Running")
                        .podIP(ips[0])
                        .podIPs(Arrays.stream(ips)
                                .map(ip -> PodIP.builder().ip(ip).build())
                                .toList())
                        .addConditions(condition ->
                                condition.type("Ready").status(ready).lastTransitionTime(since)));
    }
}
