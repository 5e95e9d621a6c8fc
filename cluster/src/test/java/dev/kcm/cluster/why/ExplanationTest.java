package dev.kcm.cluster.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.cluster.Cluster;
import dev.kcm.cluster.TestClusters;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.batch.v1.CronJob;
import dev.kcm.model.batch.v1.Job;
import dev.kcm.model.certificates.v1.CertificateSigningRequest;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Endpoints;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodSpec;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ResourceQuota;
import dev.kcm.model.core.v1.Service;
import dev.kcm.model.policy.v1.PodDisruptionBudget;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.model.storage.v1.VolumeAttributesClass;
import dev.kcm.model.value.Bytes;
import dev.kcm.model.value.IntOrString;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final String REQUEST = """
        -----BEGIN CERTIFICATE REQUEST-----
        MIHOMHUCAQAwEzERMA8GA1UEAwwIc29tZWJvZHkwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQ2USL+nqn0+9r29qC0vyJDDA1Z6pXGh5APofgXPf+PunLYrYmKepfN
        AorEQtBut1Kta0/0NNi7BQCT3iwuodWloAAwCgYIKoZIzj0EAwIDSQAwRgIhAPsq
        3s41tnORt3fmzTz/Q9CbohFRawqUdxcPGuF1UiSHAiEAldARO0P4JjF6qGc81W/V
        q4zei9+SkGABQk0JIE7DjKI=
        -----END CERTIFICATE REQUEST-----
        """;

    private Cluster cluster;
    private Client client;

    @BeforeEach
    void start() throws InterruptedException {
        use(TestClusters.start());
    }

    private void use(Cluster started) {
        cluster = started;
        client = started.client();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void a_deployment_leads_to_its_replica_set_and_to_the_pods_that_fit_nowhere() throws Exception {
        client.on(Deployment.DEPLOYMENTS).create(deployment(template().withSpec(hungry())));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(why("deployment/web"))
                .containsSubsequence(
                        "deployment/web\n",
                        "  0 of 2 replicas are available\n",
                        "  Available is False: MinimumReplicasUnavailable",
                        "  deployment-controller: ",
                        "  replicaset/web-",
                        "    replicaset-controller: ",
                        "    pod/web-",
                        " (Pending)\n",
                        "      it is not bound to a node yet\n",
                        "      PodScheduled is False: Unschedulable 0/3 nodes are available: 3"
                                + " Insufficient cpu.\n");
    }

    @Test
    void what_is_as_it_should_be_is_told_briefly() throws Exception {
        client.on(Deployment.DEPLOYMENTS).create(deployment(template()));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(why("deploy/web"))
                .contains("deployment-controller: ", "replicaset-controller: ")
                .doesNotContain("pod/", "False", "of 2 replicas");
    }

    @Test
    void a_paused_deployment_says_how_to_go_on() throws Exception {
        client.on(Deployment.DEPLOYMENTS).create(deployment(template()).withSpec(spec -> spec.paused(true)));
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("deployment/web")).contains("kubectl rollout resume deployment/web");
    }

    /// Without the controller of replica sets, which would take the refusal back.
    @Test
    void a_refused_pod_leads_to_the_quota_that_refused_it() throws Exception {
        close();
        use(TestClusters.start("--controllers=namespace-controller"));
        var quota = ResourceQuota.builder()
                .metadata(m -> m.namespace("default").name("ration"))
                .status(status -> status.putHard("pods", Quantity.parse("5")).putUsed("pods", Quantity.parse("5")))
                .build();
        client.on(ResourceQuota.RESOURCE_QUOTAS).create(quota);
        client.on(ResourceQuota.RESOURCE_QUOTAS).updateStatus(quota);
        var set = ReplicaSet.builder()
                .metadata(m -> m.namespace("default").name("elsewhere"))
                .spec(spec -> spec.replicas(0)
                        .selector(s -> s.putMatchLabels("app", "web"))
                        .template(template()))
                .build();
        client.on(ReplicaSet.REPLICA_SETS).create(set);
        cluster.advance(Duration.ofSeconds(1));
        client.on(ReplicaSet.REPLICA_SETS)
                .updateStatus(set.withStatus(status -> status.addConditions(c -> c.type("ReplicaFailure")
                        .status("True")
                        .reason("FailedCreate")
                        .message(
                                "pods \"x\" is forbidden:" + " exceeded quota:" + " ration, requested:" + " pods=1"))));

        assertThat(why("rs/elsewhere"))
                .containsSubsequence(
                        "ReplicaFailure is True: FailedCreate", "  resourcequota/ration\n", "    pods: 5 used of 5\n");
    }

    @Test
    void a_job_leads_to_its_failed_pods() throws Exception {
        client.on(Job.JOBS).create(job("exit 3"));
        cluster.advance(Duration.ofSeconds(3));

        assertThat(why("job/sum"))
                .containsSubsequence(
                        "job/sum\n",
                        "  0 of 1 pods have succeeded, 1 failed (its backoff limit is 6)",
                        "  job-controller: ",
                        "  pod/sum-",
                        " (Failed)\n",
                        "    container main ended with 3: Error, 0 restarts\n");
    }

    @Test
    void a_suspended_job_says_so() throws Exception {
        client.on(Job.JOBS).create(job("exit 0").withSpec(spec -> spec.suspend(true)));
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("job/sum")).contains("it is suspended: no pod starts while spec.suspend is true");
    }

    @Test
    void a_service_without_pods_names_the_labels_nobody_has() throws Exception {
        client.on(Service.SERVICES).create(service());
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("svc/web"))
                .contains("its endpoint slices hold 0 endpoints, 0 ready", "no pod matches its selector: app=web");
    }

    @Test
    void a_service_leads_to_the_pods_that_are_not_ready() throws Exception {
        client.on(Service.SERVICES).create(service());
        client.on(Deployment.DEPLOYMENTS)
                .create(deployment(template().withMetadata(m -> m.putAnnotations("kcm.dev/ready", "false"))));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(why("service/web"))
                .containsSubsequence(
                        "  its endpoint slices hold 2 endpoints, 0 ready\n",
                        "  0 of the 2 pods it selects (app=web) are ready\n",
                        "  pod/web-",
                        "    annotation kcm.dev/ready: false\n",
                        "    Ready is False: ContainersNotReady");
    }

    @Test
    void a_budget_and_a_refused_eviction_name_the_pods_that_are_missing() throws Exception {
        client.on(Deployment.DEPLOYMENTS)
                .create(deployment(template().withMetadata(m -> m.putAnnotations("kcm.dev/ready", "false"))));
        client.on(PodDisruptionBudget.POD_DISRUPTION_BUDGETS)
                .create(PodDisruptionBudget.builder()
                        .metadata(metadata -> metadata.namespace("default").name("web"))
                        .spec(spec -> spec.maxUnavailable(IntOrString.of(1))
                                .selector(selector -> selector.putMatchLabels("app", "web")))
                        .build());
        cluster.advance(Duration.ofSeconds(2));

        assertThat(why("pdb/web"))
                .containsSubsequence(
                        "  it allows 0 evictions: 0 of 2 pods are healthy, and 1 have to be\n",
                        "  not healthy: pods web-",
                        "  pod/web-",
                        "    its eviction is refused: disruption budget web needs 1 healthy pods and has 0\n");
    }

    @Test
    void a_service_that_selects_nothing_counts_endpoints_made_by_hand() throws Exception {
        client.on(Service.SERVICES).create(service().withSpec(spec -> spec.selector(Map.of())));
        client.on(Endpoints.ENDPOINTS)
                .create(Endpoints.builder()
                        .metadata(m -> m.namespace("default").name("web"))
                        .addSubsets(subset ->
                                subset.addAddresses(a -> a.ip("192.0.2.7")).addPorts(port -> port.port(80)))
                        .build());
        cluster.advance(Duration.ofSeconds(2));

        assertThat(why("service/web"))
                .containsSubsequence(
                        "it selects no pods: its creator has to create its endpoint slices,",
                        "its endpoint slices hold 1 endpoint, 1 ready");
    }

    @Test
    void a_namespace_stuck_in_deletion_names_what_is_held_by_finalizers() throws Exception {
        client.on(Namespace.NAMESPACES)
                .create(Namespace.builder().metadata(m -> m.name("shop")).build());
        cluster.advance(Duration.ofSeconds(1));
        client.on(ConfigMap.CONFIG_MAPS)
                .create(ConfigMap.builder()
                        .metadata(m -> m.namespace("shop").name("held").addFinalizers("example.com/wait"))
                        .build());
        client.on(Namespace.NAMESPACES).delete(ObjectKey.of("shop"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(5));

        assertThat(why("namespace/shop"))
                .containsSubsequence(
                        "namespace/shop (Terminating, being deleted)\n",
                        "  1 objects are left in it\n",
                        "  NamespaceContentRemaining is True",
                        "  configmap/held (being deleted)\n",
                        "    it is deleted once its finalizers are removed:" + " example.com/wait\n");
    }

    @Test
    void a_pod_leads_to_the_claim_it_waits_for() throws Exception {
        client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).create(claim("space", "slow"));
        client.on(Pod.PODS)
                .create(Pod.builder()
                        .metadata(m -> m.namespace("default").name("user"))
                        .spec(template().spec().toBuilder()
                                .addSchedulingGates(g -> g.name("example.com/gate"))
                                .addVolumes(v -> v.name("a").persistentVolumeClaim(c -> c.claimName("space")))
                                .addVolumes(v -> v.name("b").persistentVolumeClaim(c -> c.claimName("absent")))
                                .build())
                        .build());
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("pod/user"))
                .containsSubsequence(
                        "pod/user (Pending)\n",
                        "  it is not scheduled until its scheduling gates are removed:" + " example.com/gate\n",
                        "  its volume needs the claim absent, which does not exist\n",
                        "  persistentvolumeclaim/space (Pending)\n",
                        "    it names the storage class slow, which does not exist\n");
    }

    @Test
    void a_claim_and_a_class_that_are_deleted_say_what_keeps_them() throws Exception {
        client.on(VolumeAttributesClass.VOLUME_ATTRIBUTES_CLASSES)
                .create(VolumeAttributesClass.builder()
                        .metadata(m -> m.name("gold"))
                        .driverName("disks.example.com")
                        .putParameters("iops", "3000")
                        .build());
        client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
                .create(claim("space", "slow").withSpec(spec -> spec.volumeAttributesClassName("gold")));
        client.on(Pod.PODS)
                .create(Pod.builder()
                        .metadata(m -> m.namespace("default").name("user"))
                        .spec(template().spec().toBuilder()
                                .nodeName("node-1")
                                .addVolumes(v -> v.name("a").persistentVolumeClaim(c -> c.claimName("space")))
                                .build())
                        .build());
        cluster.advance(Duration.ofSeconds(1));
        client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)
                .delete(ObjectKey.of("default", "space"), DeleteOptions.plain());
        client.on(VolumeAttributesClass.VOLUME_ATTRIBUTES_CLASSES).delete(ObjectKey.of("gold"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("pvc/space"))
                .contains(
                        "it is deleted once its finalizers are removed: kubernetes.io/pvc-protection",
                        "persistentvolumeclaim-protection-controller: it stays while a pod uses it: user");
        assertThat(why("vac/gold"))
                .contains("volumeattributesclass-protection-controller:"
                        + " it stays while a claim names it: default/space");
    }

    @Test
    void a_foreign_claim_is_what_an_ephemeral_volume_waits_for() throws Exception {
        client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS).create(claim("user-scratch", "slow"));
        client.on(Pod.PODS)
                .create(Pod.builder()
                        .metadata(m -> m.namespace("default").name("user"))
                        .spec(template().spec().toBuilder()
                                .addSchedulingGates(g -> g.name("example.com/gate"))
                                .addVolumes(v -> v.name("scratch")
                                        .ephemeral(e -> e.volumeClaimTemplate(
                                                t -> t.spec(claim("", "slow").spec()))))
                                .build())
                        .build());
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("pod/user"))
                .contains("its volume scratch has no claim: PVC default/user-scratch was not created for pod"
                        + " default/user (pod is not owner)")
                .contains("persistentvolumeclaim/user-scratch (Pending)");
    }

    @Test
    void a_pending_claim_waits_as_its_class_says() {
        client.on(StorageClass.STORAGE_CLASSES).create(storageClass("now", "Immediate"));
        client.on(StorageClass.STORAGE_CLASSES).create(storageClass("later", "WaitForFirstConsumer"));
        var claims = client.on(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS);
        claims.create(claim("one", "now"));
        claims.create(claim("two", "later"));
        claims.create(claim("three", ""));

        assertThat(why("pvc/one"))
                .contains("the provisioner example.com/disks of its storage class now has to provision a volume");
        assertThat(why("pvc/two")).contains("its storage class later waits for the first pod that uses it");
        assertThat(why("pvc/three")).contains("it names no storage class");

        claims.create(claim("four", "later")
                .withMetadata(it -> it.annotations(Map.of("volume.kubernetes.io/selected-node", "node-1"))));
        claims.create(claim("five", "now").withSpec(spec -> spec.volumeName("disk")));
        assertThat(why("pvc/four")).contains("of its storage class later has to provision a volume for node node-1");
        assertThat(why("pvc/five")).contains("it names the volume disk, which does not exist");
        client.on(PersistentVolume.PERSISTENT_VOLUMES).create(disk());
        assertThat(why("pvc/five")).contains("persistentvolume/disk", "it is kept for the claim default/other");
    }

    private static PersistentVolume disk() {
        return PersistentVolume.builder()
                .metadata(m -> m.name("disk"))
                .spec(spec -> spec.capacity(Map.of("storage", Quantity.parse("1Gi")))
                        .accessModes(List.of("ReadWriteOnce"))
                        .claimRef(it -> it.namespace("default").name("other"))
                        .nfs(nfs -> nfs.server("storage.example.com").path("/")))
                .build();
    }

    @Test
    void a_request_for_a_certificate_waits_for_approval() throws Exception {
        client.on(CertificateSigningRequest.CERTIFICATE_SIGNING_REQUESTS)
                .create(CertificateSigningRequest.builder()
                        .metadata(m -> m.name("somebody"))
                        .spec(spec -> spec.signerName("example.com/signer")
                                .request(Bytes.utf8(REQUEST))
                                .addUsages("client auth"))
                        .build());
        cluster.advance(Duration.ofSeconds(1));

        assertThat(why("csr/somebody"))
                .contains(
                        "nobody has approved it yet: kubectl certificate approve somebody",
                        "its signer is example.com/signer");
    }

    @Test
    void an_autoscaler_says_what_holds_it_back_and_which_metric_asks_for_what() throws Exception {
        client.on(Deployment.DEPLOYMENTS).create(deployment(template()).withMetadata(it -> it.name("web")));
        client.on(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)
                .create(HorizontalPodAutoscaler.builder()
                        .metadata(it -> it.namespace("default").name("web"))
                        .spec(it -> it.maxReplicas(5)
                                .scaleTargetRef(target -> target.apiVersion("apps/v1")
                                        .kind("Deployment")
                                        .name("web")))
                        .build());
        assertThat(why("horizontalpodautoscaler/web")).contains("it has not been evaluated yet");
        cluster.advance(Duration.ofSeconds(60));

        assertThat(why("horizontalpodautoscaler/web"))
                .contains(
                        "FailedGetResourceMetric: the HPA was unable to compute the replica count: failed to get cpu"
                                + " utilization: missing request for cpu",
                        "horizontal-pod-autoscaler-controller: waits for metrics: invalid metrics (1 invalid out of"
                                + " 1)");
    }

    @Test
    void a_stuck_rollout_names_the_pod_that_blocks_it_and_what_would_free_it() throws Exception {
        var set = StatefulSet.builder()
                .metadata(m -> m.namespace("default").name("store"))
                .spec(spec -> spec.replicas(2)
                        .serviceName("store")
                        .selector(s -> s.putMatchLabels("app", "web"))
                        .template(template()))
                .build();
        client.on(StatefulSet.STATEFUL_SETS).create(set);
        cluster.advance(Duration.ofSeconds(5));
        template("kcm.dev/ready", "false");
        cluster.advance(Duration.ofSeconds(5));
        template("kcm.dev/note", "mended");
        cluster.advance(Duration.ofSeconds(5));

        assertThat(why("statefulset/store"))
                .contains(
                        "1 of 2 replicas are available",
                        "nothing goes on before pod store-1 is ready",
                        "kubectl delete pod store-1 makes way for store-",
                        "statefulset-controller: waits for pod store-1 to be Running and Ready",
                        "pod/store-1");
    }

    @Test
    void an_update_of_daemon_pods_names_the_pod_and_the_node_it_waits_for() throws Exception {
        var set = DaemonSet.builder()
                .metadata(m -> m.namespace("default").name("agent"))
                .spec(spec -> spec.selector(s -> s.putMatchLabels("app", "web")).template(template()))
                .build();
        client.on(DaemonSet.DAEMON_SETS).create(set);
        cluster.advance(Duration.ofSeconds(5));
        var made = client.on(DaemonSet.DAEMON_SETS).get(ObjectKey.of("default", "agent"));
        client.on(DaemonSet.DAEMON_SETS)
                .update(made.withSpec(spec -> spec.template(
                        made.spec().template().withMetadata(it -> it.annotations(Map.of("kcm.dev/ready", "false"))))));
        cluster.advance(Duration.ofSeconds(5));

        var pods = new ArrayList<Pod>();
        client.on(Pod.PODS).listAll(ListQuery.in("default"), pods::add);
        var pod = pods.stream()
                .filter(it -> it.annotations().containsKey("kcm.dev/ready"))
                .findFirst()
                .orElseThrow();
        var waits = "waits for pod %s on node %s to be "
                .formatted(pod.name(), pod.spec().nodeName());
        assertThat(why("daemonset/agent"))
                .contains(
                        "pods are made from its newest template",
                        waits + "ready",
                        "daemonset-controller: " + waits + "available before it updates the next",
                        "pod/" + pod.name());
    }

    private void template(String annotation, String value) {
        var set = client.on(StatefulSet.STATEFUL_SETS).get(ObjectKey.of("default", "store"));
        client.on(StatefulSet.STATEFUL_SETS)
                .update(set.withSpec(spec -> spec.template(
                        set.spec().template().withMetadata(it -> it.annotations(Map.of(annotation, value))))));
    }

    @Test
    void a_kind_without_its_controller_says_that_nothing_acts() {
        var lonely = new Explanation(client, new Decisions() {
            @Override
            public Set<String> controllers() {
                return Set.of();
            }

            @Override
            public List<String> about(Resource<?> resource, ObjectKey key) {
                return List.of();
            }
        });
        client.on(StatefulSet.STATEFUL_SETS)
                .create(StatefulSet.builder()
                        .metadata(m -> m.namespace("default").name("store"))
                        .spec(spec -> spec.serviceName("store")
                                .selector(s -> s.putMatchLabels("app", "web"))
                                .template(template()))
                        .build());
        client.on(CronJob.CRON_JOBS)
                .create(CronJob.builder()
                        .metadata(m -> m.namespace("default").name("nightly"))
                        .spec(spec -> spec.schedule("0 3 * * *")
                                .jobTemplate(t -> t.spec(job("exit 0").spec())))
                        .build());

        assertThat(lonely.of("statefulset", "default", "store"))
                .contains("statefulset-controller does not run here, so nothing acts on it");
        assertThat(lonely.of("cj", "default", "nightly"))
                .contains("cronjob-controller does not run here", "it waits for its schedule: 0 3 * *");
    }

    @Test
    void a_cordoned_node_says_how_to_open_it() {
        client.on(Node.NODES)
                .update(client.on(Node.NODES).get(ObjectKey.of("node-1")).withSpec(spec -> spec.unschedulable(true)));

        assertThat(why("node/node-1")).contains("kubectl uncordon node-1");
    }

    @Test
    void unknown_kinds_and_objects_are_refused() {
        assertThatThrownBy(() -> why("deploymnt/web"))
                .hasMessage("there is no kind \"deploymnt\", did you mean deployment?");
        assertThatThrownBy(() -> why("deployment/absent")).hasMessage("deployments.apps \"absent\" not found");
    }

    private String why(String subject) {
        var words = subject.split("/", 2);
        return cluster.explain(words[0], "default", words[1]);
    }

    private static Deployment deployment(PodTemplateSpec template) {
        return Deployment.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(spec -> spec.replicas(2)
                        .selector(s -> s.putMatchLabels("app", "web"))
                        .template(template))
                .build();
    }

    private static PodTemplateSpec template() {
        return PodTemplateSpec.builder()
                .metadata(m -> m.putLabels("app", "web"))
                .spec(spec -> spec.addContainers(c -> c.name("main").image("example.com/web:1")))
                .build();
    }

    private static PodSpec hungry() {
        return PodSpec.builder()
                .addContainers(c -> c.name("main")
                        .image("example.com/web:1")
                        .resources(r -> r.putRequests("cpu", Quantity.parse("1000"))))
                .build();
    }

    private static Job job(String script) {
        return Job.builder()
                .metadata(m -> m.namespace("default").name("sum"))
                .spec(spec -> spec.template(t -> t.spec(pod -> pod.restartPolicy("Never")
                        .addContainers(
                                c -> c.name("main").image("example.com/sh").command(List.of("sh", "-c", script))))))
                .build();
    }

    private static Service service() {
        return Service.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(spec -> spec.putSelector("app", "web").addPorts(p -> p.port(80)))
                .build();
    }

    private static PersistentVolumeClaim claim(String name, String storageClass) {
        return PersistentVolumeClaim.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(spec -> spec.storageClassName(storageClass)
                        .addAccessModes("ReadWriteOnce")
                        .resources(r -> r.putRequests("storage", Quantity.parse("1Gi"))))
                .build();
    }

    private static StorageClass storageClass(String name, String mode) {
        return StorageClass.builder()
                .metadata(m -> m.name(name))
                .provisioner("example.com/disks")
                .volumeBindingMode(mode)
                .build();
    }
}
