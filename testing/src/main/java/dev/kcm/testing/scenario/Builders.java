package dev.kcm.testing.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;

/// The objects scenarios are mostly about, each the smallest that is valid. Pods are labelled
/// `app=NAME` after what owns them.
public final class Builders {
    static final String LABEL = "app";

    private Builders() {}

    public static DeploymentBuilder deployment(String name) {
        return new DeploymentBuilder(Deployment.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.selector(it -> it.putMatchLabels(LABEL, name)).template(PodTemplateBuilder.template(name)))
                .build());
    }

    public static ReplicaSetBuilder replicaSet(String name) {
        return new ReplicaSetBuilder(ReplicaSet.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.selector(it -> it.putMatchLabels(LABEL, name)).template(PodTemplateBuilder.template(name)))
                .build());
    }

    public static ReplicationControllerBuilder replicationController(String name) {
        return new ReplicationControllerBuilder(ReplicationController.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.selector(Map.of(LABEL, name)).template(PodTemplateBuilder.template(name)))
                .build());
    }

    /// Its pods start and stop in order, and it has no claims.
    public static StatefulSetBuilder statefulSet(String name) {
        return new StatefulSetBuilder(StatefulSet.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.serviceName(name)
                        .selector(it -> it.putMatchLabels(LABEL, name))
                        .template(PodTemplateBuilder.template(name)))
                .build());
    }

    public static DaemonSetBuilder daemonSet(String name) {
        return new DaemonSetBuilder(DaemonSet.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.selector(it -> it.putMatchLabels(LABEL, name)).template(PodTemplateBuilder.template(name)))
                .build());
    }

    public static JobBuilder job(String name) {
        return new JobBuilder(Job.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.template(PodTemplateBuilder.template(name).withSpec(pod -> pod.restartPolicy("Never"))))
                .build());
    }

    public static PodBuilder pod(String name) {
        return new PodBuilder(Pod.builder()
                .metadata(it -> it.name(name))
                .spec(PodTemplateBuilder.template(name).spec())
                .build());
    }

    /// Nothing is said yet of how many pods have to be there.
    public static PodDisruptionBudgetBuilder podDisruptionBudget(String name) {
        return new PodDisruptionBudgetBuilder(PodDisruptionBudget.builder()
                        .metadata(it -> it.name(name))
                        .build())
                .selecting(name);
    }

    public static ServiceBuilder service(String name) {
        return new ServiceBuilder(Service.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.selector(Map.of(LABEL, name))
                        .addPorts(it -> it.name("http").port(80)))
                .build());
    }

    /// A simulated node; on a real cluster its name must be the scenario's own.
    public static AnyObjectBuilder<Node> node(String name) {
        return object(Node.builder()
                .metadata(it -> it.name(name)
                        .putLabels("kubernetes.io/hostname", name)
                        .putAnnotations("kwok.x-k8s.io/node", "fake"))
                .build());
    }

    /// Any object of the model's own types; its namespace is the scenario's.
    public static <T extends KubeObject> AnyObjectBuilder<T> object(T object) {
        return new AnyObjectBuilder<>(object);
    }

    /// Objects as people write them; several are parted by `---`.
    ///
    /// @throws IllegalArgumentException if the text is not YAML or the objects are of no known kind
    public static List<AnyObjectBuilder<?>> yaml(String text) {
        return YamlObjects.read(text).stream()
                .<AnyObjectBuilder<?>>map(AnyObjectBuilder::new)
                .toList();
    }
}
