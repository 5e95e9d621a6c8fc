package dev.kcm.model.lean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.value.Quantity;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeanPodTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static final Pod POD = Pod.builder()
            .metadata(m -> m.name("web-1")
                    .namespace("default")
                    .uid("eb21426c-58f9-47f3-8b2d-86ae5d221c1d")
                    .resourceVersion("12345")
                    .putLabels("app", "web")
                    .putAnnotations("controller.kubernetes.io/pod-deletion-cost", "7")
                    .putAnnotations("kubectl.kubernetes.io/last-applied-configuration", "{}")
                    .addManagedFields(f -> f.manager("kubectl")))
            .spec(s -> s.nodeName("node-1")
                    .addVolumes(v -> v.name("kube-api-access-x7f2q")
                            .projected(p -> p.addSources(x -> x.serviceAccountToken(t -> t.path("token")))))
                    .addVolumes(v -> v.name("data").persistentVolumeClaim(c -> c.claimName("data-web-1")))
                    .addContainers(c -> c.name("main")
                            .image("nginx")
                            .addEnv(e -> e.name("A").value("b"))
                            .addEnv(e -> e.name("PASSWORD")
                                    .valueFrom(f ->
                                            f.secretKeyRef(k -> k.name("secret").key("password"))))
                            .resources(r -> r.putRequests("cpu", Quantity.parse("100m")))
                            .addVolumeMounts(
                                    m -> m.name("kube-api-access-x7f2q").mountPath("/var"))
                            .addVolumeMounts(m -> m.name("data").mountPath("/data"))))
            .status(s -> s.phase("Running")
                    .addConditions(
                            c -> c.type("Ready").status("True").reason("x").lastTransitionTime(NOON))
                    .addConditions(c ->
                            c.type("Initialized").status("True").reason("y").lastTransitionTime(NOON)))
            .build();

    private final LeanPod lean = LeanPod.PODS.decodeProtobuf(POD.toProtobuf());

    @Test
    void it_has_what_controllers_read() {
        assertThat(lean.metadata().name()).isEqualTo("web-1");
        assertThat(lean.metadata().uid()).isEqualTo("eb21426c-58f9-47f3-8b2d-86ae5d221c1d");
        assertThat(lean.metadata().resourceVersion()).isEqualTo("12345");
        assertThat(lean.labels()).containsEntry("app", "web");
        assertThat(lean.spec().nodeName()).isEqualTo("node-1");
        assertThat(lean.spec().containers().getFirst().resources().requests())
                .containsEntry("cpu", Quantity.parse("0.1"));
        assertThat(lean.status().phase()).isEqualTo("Running");
    }

    @Test
    void it_is_the_same_cut_from_the_full_pod() {
        assertThat(LeanPod.of(POD)).isEqualTo(lean);
        assertThat(LeanPod.PODS.decodeJson(POD.toJson())).isEqualTo(lean);
    }

    @Test
    void it_is_a_reader_of_the_same_resource() {
        assertThat(LeanPod.PODS).isEqualTo(Pod.PODS);
        assertThat(lean.resource().path(lean.key())).isEqualTo("/api/v1/namespaces/default/pods/web-1");
    }

    @Test
    void it_cannot_be_written() {
        assertThatThrownBy(() -> LeanPod.PODS.encodeProtobuf(lean)).hasMessageContaining("only part");
        assertThatThrownBy(() -> LeanPod.PODS.encodeJson(lean)).hasMessageContaining("only part");
    }

    @Test
    void volumes_without_a_source_anyone_reads_are_dropped_with_their_mounts() {
        assertThat(lean.spec().volumes()).extracting(LeanVolume::name).containsExactly("data");
        assertThat(lean.spec().containers().getFirst().volumeMounts())
                .extracting(LeanVolumeMount::name)
                .containsExactly("data");
    }

    @Test
    void environment_is_kept_only_where_it_names_a_secret() {
        assertThat(lean.spec().containers().getFirst().env())
                .singleElement()
                .satisfies(variable -> assertThat(variable.valueFrom()
                                .orElseThrow()
                                .secretKeyRef()
                                .orElseThrow()
                                .name())
                        .isEqualTo("secret"));
    }

    @Test
    void annotations_are_kept_by_key_and_managed_fields_never() {
        assertThat(lean.annotations()).containsOnlyKeys("controller.kubernetes.io/pod-deletion-cost");
        assertThat(lean.metadata().managedFields()).isEmpty();
    }

    @Test
    void times_are_kept_of_the_conditions_whose_times_are_read() {
        assertThat(lean.status().conditions())
                .satisfiesExactly(
                        ready -> {
                            assertThat(ready.lastTransitionTime()).contains(NOON);
                            assertThat(ready.reason()).isEmpty();
                        },
                        initialized ->
                                assertThat(initialized.lastTransitionTime()).isEmpty());
    }

    @Test
    void node_affinity_is_kept_until_the_pod_has_a_node() {
        Pod waiting = POD.withSpec(s -> s.nodeName("")
                .affinity(a -> a.nodeAffinity(n -> n.requiredDuringSchedulingIgnoredDuringExecution(
                        r -> r.addNodeSelectorTerms(t -> t.addMatchFields(
                                f -> f.key("metadata.name").operator("In").addValues("node-2")))))));
        assertThat(LeanPod.of(waiting).spec().affinity().orElseThrow().nodeAffinity())
                .isPresent();
        assertThat(LeanPod.of(waiting.withSpec(s -> s.nodeName("node-2")))
                        .spec()
                        .affinity()
                        .orElseThrow()
                        .nodeAffinity())
                .isEmpty();
    }

    @Test
    void pods_of_one_template_share_their_containers() {
        LeanPod first = LeanPod.of(named("web-1", "kube-api-access-aaaaa"));
        LeanPod second = LeanPod.PODS.decodeProtobuf(
                named("web-2", "kube-api-access-bbbbb").toProtobuf());
        assertThat(second.spec().containers()).isEqualTo(first.spec().containers());
        LeanPod third = LeanPod.PODS.decodeProtobuf(
                named("web-3", "kube-api-access-ccccc").toProtobuf());
        LeanPod fourth = LeanPod.PODS.decodeProtobuf(
                named("web-4", "kube-api-access-ddddd").toProtobuf());
        assertThat(fourth.spec().containers()).isSameAs(third.spec().containers());
    }

    private static Pod named(String name, String token) {
        return Pod.builder()
                .metadata(m -> m.name(name))
                .spec(s -> s.addVolumes(v -> v.name(token)
                                .projected(p -> p.addSources(x -> x.serviceAccountToken(t -> t.path("token")))))
                        .addContainers(c -> c.name("shared")
                                .image("nginx")
                                .addVolumeMounts(m -> m.name(token).mountPath("/var"))))
                .build();
    }
}
