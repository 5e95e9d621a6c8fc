package dev.kcm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.Client;
import dev.kcm.client.DeleteOptions;
import dev.kcm.client.ListQuery;
import dev.kcm.client.Patch;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.Pod;
import dev.kcm.model.core.v1.PodCondition;
import dev.kcm.model.json.Json;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import dev.kcm.model.resource.v1.ResourceSlice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Devices from the annotation on a node to the pod that uses one.
class DevicesTest {
    private static final ObjectKey NODE = ObjectKey.of("node-2");

    private Cluster cluster;
    private Client client;

    @BeforeEach
    void start() throws InterruptedException {
        cluster = TestClusters.start();
        client = cluster.client();
        annotate(Json.of("gpu=2"));
        client.on(ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES).create(template("gpu.kcm.dev"));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void a_pod_with_a_template_gets_a_device_and_gives_it_back() throws InterruptedException {
        client.on(Pod.PODS).create(pod("first"));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(pod("default", "first").status().phase()).isEqualTo("Running");
        assertThat(pod("default", "first").spec().nodeName()).isEqualTo("node-2");
        assertThat(claims()).singleElement().satisfies(claim -> {
            assertThat(claim.status().allocation().orElseThrow().devices().results())
                    .singleElement()
                    .satisfies(result -> assertThat(result.device()).isEqualTo("gpu-0"));
            assertThat(claim.status().reservedFor()).extracting(it -> it.name()).containsExactly("first");
        });

        client.on(Pod.PODS).delete(ObjectKey.of("default", "first"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(40));

        assertThat(claims()).isEmpty();
    }

    @Test
    void a_pod_waits_until_another_gives_its_device_back() throws InterruptedException {
        for (var name : List.of("first", "second", "third")) {
            client.on(Pod.PODS).create(pod(name));
            cluster.advance(Duration.ofSeconds(2));
        }

        assertThat(scheduled("third").message()).isEqualTo("0/3 nodes are available: 3 cannot allocate all claims.");
        assertThat(cluster.explain("pod", "default", "third"))
                .contains("cannot allocate all claims")
                .contains("it is not allocated: that happens when a pod that uses it is scheduled");

        client.on(Pod.PODS).delete(ObjectKey.of("default", "second"), DeleteOptions.plain());
        cluster.advance(Duration.ofSeconds(40));

        assertThat(pod("default", "third").status().phase()).isEqualTo("Running");
    }

    @Test
    void an_expression_that_nobody_here_understands_is_said_to_be_one() throws InterruptedException {
        client.on(DeviceClass.DEVICE_CLASSES)
                .create(DeviceClass.builder()
                        .metadata(it -> it.name("large"))
                        .spec(spec -> spec.addSelectors(
                                it -> it.cel(cel -> cel.expression("device.capacity['x'].memory > 1"))))
                        .build());
        client.on(ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES)
                .delete(ObjectKey.of("default", "one"), DeleteOptions.plain());
        client.on(ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES).create(template("large"));

        client.on(Pod.PODS).create(pod("picky"));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(scheduled("picky").message())
                .contains("request gpu: devices are selected by a CEL expression, of which this scheduler understands"
                        + " only device.driver == \"NAME\": device.capacity['x'].memory > 1");
    }

    @Test
    void without_its_template_a_pod_says_what_it_waits_for() throws InterruptedException {
        client.on(ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES)
                .delete(ObjectKey.of("default", "one"), DeleteOptions.plain());
        client.on(Pod.PODS).create(pod("early"));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(cluster.explain("pod", "default", "early"))
                .contains("its claim gpu is made from the template one, which does not exist");

        client.on(ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES).create(template("gpu.kcm.dev"));
        cluster.advance(Duration.ofSeconds(2));

        assertThat(pod("default", "early").status().phase()).isEqualTo("Running");
    }

    @Test
    void slices_follow_the_annotation_and_go_with_it() throws InterruptedException {
        cluster.advance(Duration.ofSeconds(1));
        assertThat(slices()).singleElement().satisfies(slice -> {
            assertThat(slice.name()).isEqualTo("node-2-gpu.kcm.dev");
            assertThat(slice.spec().devices()).extracting(it -> it.name()).containsExactly("gpu-0", "gpu-1");
        });

        annotate(Json.of("gpu=3,nic=1"));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(slices())
                .extracting(slice ->
                        slice.spec().driver() + " " + slice.spec().devices().size())
                .containsExactly("gpu.kcm.dev 3", "nic.kcm.dev 1");

        annotate(Json.NULL);
        cluster.advance(Duration.ofSeconds(1));
        assertThat(slices()).isEmpty();
    }

    private void annotate(Json devices) {
        var change = Json.object("metadata", Json.object("annotations", Json.object("kcm.dev/devices", devices)));
        client.on(Node.NODES).patch(NODE, Patch.merge(change.toBytes()));
    }

    private Pod pod(String namespace, String name) {
        return client.on(Pod.PODS).get(ObjectKey.of(namespace, name));
    }

    private PodCondition scheduled(String name) {
        return pod("default", name).status().conditions().stream()
                .filter(condition -> condition.type().equals("PodScheduled"))
                .findFirst()
                .orElseThrow();
    }

    private List<ResourceClaim> claims() {
        var claims = new ArrayList<ResourceClaim>();
        client.on(ResourceClaim.RESOURCE_CLAIMS).listAll(ListQuery.in("default"), claims::add);
        return claims;
    }

    private List<ResourceSlice> slices() {
        var slices = new ArrayList<ResourceSlice>();
        client.on(ResourceSlice.RESOURCE_SLICES).listAll(ListQuery.everything(), slices::add);
        return slices;
    }

    private static ResourceClaimTemplate template(String deviceClass) {
        return ResourceClaimTemplate.builder()
                .metadata(metadata -> metadata.namespace("default").name("one"))
                .spec(spec -> spec.spec(claim -> claim.devices(devices -> devices.addRequests(
                        request -> request.name("gpu").exactly(exactly -> exactly.deviceClassName(deviceClass))))))
                .build();
    }

    private static Pod pod(String name) {
        return Pod.builder()
                .metadata(metadata -> metadata.namespace("default").name(name))
                .spec(spec -> spec.addContainers(it -> it.name("main").image("example.com/main:1"))
                        .addResourceClaims(it -> it.name("gpu").resourceClaimTemplateName("one")))
                .build();
    }
}
