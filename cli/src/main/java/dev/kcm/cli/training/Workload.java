package dev.kcm.cli.training;

import dev.kcm.base.Clock;
import dev.kcm.base.metrics.Metrics;
import dev.kcm.client.Client;
import dev.kcm.client.ClientSettings;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.Patch;
import dev.kcm.client.WatchEvent;
import dev.kcm.client.WatchQuery;
import dev.kcm.client.config.Configs;
import dev.kcm.client.config.Kubeconfig.CredentialSources;
import dev.kcm.client.remote.RemoteServer;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.Service;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/// An ordinary minute of a cluster, so that the classes and methods a manager needs for one are in
/// its cache: a Deployment grows, is rolled over, shrinks and goes, with a Service and a Job beside
/// it.
public final class Workload {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final ObjectKey WEB = ObjectKey.of("default", "training");
    private static final int REPLICAS = 120;

    private final Client client;

    private Workload(Client client) {
        this.client = client;
    }

    /// @param arguments the kubeconfig of the cluster
    public static void main(String[] arguments) {
        var clock = Clock.system();
        var metrics = new Metrics();
        var config = Configs.fromFlags(arguments[0], "", new CredentialSources(clock, metrics, Map.of()));
        try (var server = RemoteServer.at(config, clock);
                var client = server.client("training", ClientSettings.usual().withoutRateLimit(), metrics)) {
            new Workload(client).run();
        }
    }

    private void run() {
        var deployments = client.on(Deployment.DEPLOYMENTS);
        client.on(Service.SERVICES).create(service());
        deployments.create(deployment());
        awaitAvailable(REPLICAS);
        client.on(Job.JOBS).create(job());
        patch("{'spec':{'template':{'metadata':{'annotations':{'again':'true'}}}}}");
        awaitAvailable(REPLICAS);
        patch("{'spec':{'replicas':3}}");
        awaitAvailable(3);
        client.on(Service.SERVICES).delete(WEB, DeleteOptions.plain());
        client.on(Job.JOBS).delete(WEB, DeleteOptions.plain());
        deployments.delete(WEB, DeleteOptions.plain());
    }

    private void patch(String merge) {
        var content = merge.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        client.on(Deployment.DEPLOYMENTS).patch(WEB, Patch.merge(content));
    }

    private void awaitAvailable(int count) {
        var query = WatchQuery.in(WEB.namespace())
                .withFieldSelector("metadata.name=" + WEB.name())
                .withTimeout(TIMEOUT);
        try (var watch = client.on(Deployment.DEPLOYMENTS).watch(query)) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                boolean isAvailable = switch (event.get()) {
                    case WatchEvent.Added<Deployment>(var deployment) -> hasAvailable(count, deployment);
                    case WatchEvent.Modified<Deployment>(var deployment) -> hasAvailable(count, deployment);
                    default -> false;
                };
                if (isAvailable) {
                    return;
                }
            }
        }
        throw new IllegalStateException(
                "%s did not get %d available replicas within %s".formatted(WEB, count, TIMEOUT));
    }

    private static boolean hasAvailable(int count, Deployment deployment) {
        var status = deployment.status();
        return status.observedGeneration() == deployment.metadata().generation()
                && status.updatedReplicas() == count
                && status.availableReplicas() == count
                && status.replicas() == count;
    }

    private static Deployment deployment() {
        return Deployment.builder()
                .metadata(it -> it.namespace(WEB.namespace()).name(WEB.name()))
                .spec(it -> it.replicas(REPLICAS)
                        .selector(selector -> selector.putMatchLabels("app", WEB.name()))
                        .template(template()))
                .build();
    }

    private static Job job() {
        return Job.builder()
                .metadata(it -> it.namespace(WEB.namespace()).name(WEB.name()))
                .spec(it -> it.template(template().withSpec(template().spec().withRestartPolicy("Never"))))
                .build();
    }

    private static Service service() {
        return Service.builder()
                .metadata(it -> it.namespace(WEB.namespace()).name(WEB.name()))
                .spec(it -> it.putSelector("app", WEB.name()).addPorts(port -> port.port(80)))
                .build();
    }

    private static PodTemplateSpec template() {
        return PodTemplateSpec.builder()
                .metadata(it -> it.putLabels("app", WEB.name()))
                .spec(it -> it.addContainers(c -> c.name("main").image("example.com/training:1")))
                .build();
    }
}
