package dev.kcm.cluster.scenario;

import dev.kcm.model.KubeObject;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.core.v1.Service;
import java.util.List;
import java.util.Map;

/// The objects scenarios are mostly about, each the smallest that is valid. Pods are labelled
/// `app=NAME` after what owns them.
public final class Drafts {
    static final String LABEL = "app";

    private Drafts() {}

    public static DeploymentDraft deployment(String name) {
        return new DeploymentDraft(Deployment.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.selector(it -> it.putMatchLabels(LABEL, name)).template(PodTemplateDraft.template(name)))
                .build());
    }

    public static ReplicaSetDraft replicaSet(String name) {
        return new ReplicaSetDraft(ReplicaSet.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.selector(it -> it.putMatchLabels(LABEL, name)).template(PodTemplateDraft.template(name)))
                .build());
    }

    public static ReplicationControllerDraft replicationController(String name) {
        return new ReplicationControllerDraft(ReplicationController.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.selector(Map.of(LABEL, name)).template(PodTemplateDraft.template(name)))
                .build());
    }

    public static JobDraft job(String name) {
        return new JobDraft(Job.builder()
                .metadata(it -> it.name(name))
                .spec(spec ->
                        spec.template(PodTemplateDraft.template(name).withSpec(pod -> pod.restartPolicy("Never"))))
                .build());
    }

    public static PodDraft pod(String name) {
        return new PodDraft(Pod.builder()
                .metadata(it -> it.name(name))
                .spec(PodTemplateDraft.template(name).spec())
                .build());
    }

    public static ServiceDraft service(String name) {
        return new ServiceDraft(Service.builder()
                .metadata(it -> it.name(name))
                .spec(spec -> spec.selector(Map.of(LABEL, name))
                        .addPorts(it -> it.name("http").port(80)))
                .build());
    }

    /// A simulated node; on a real cluster its name must be the scenario's own.
    public static ObjectDraft<Node> node(String name) {
        return object(Node.builder()
                .metadata(it -> it.name(name)
                        .putLabels("kubernetes.io/hostname", name)
                        .putAnnotations("kwok.x-k8s.io/node", "fake"))
                .build());
    }

    /// Any object of the model's own types; its namespace is the scenario's.
    public static <T extends KubeObject> ObjectDraft<T> object(T object) {
        return new ObjectDraft<>(object);
    }

    /// Objects as people write them; several are parted by `---`.
    ///
    /// @throws IllegalArgumentException if the text is not YAML or the objects are of no known kind
    public static List<ObjectDraft<?>> yaml(String text) {
        return YamlObjects.read(text).stream()
                .<ObjectDraft<?>>map(ObjectDraft::new)
                .toList();
    }
}
