package dev.kcm.controllers.storage.persistentvolumebinder;

import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.claim;
import static dev.kcm.controllers.storage.persistentvolumebinder.BinderWorld.storageClass;
import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static dev.kcm.runtime.testing.Planned.in;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WriteResult;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.storage.v1.StorageClass;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvisioningTest {
    private static final String HOST_PATH = "kubernetes.io/host-path";
    private static final PersistentVolumeClaim ASKED = claim("data", "1Gi")
            .withMetadata(it -> it.annotations(
                    Map.of(Annotations.PROVISIONER, HOST_PATH, Annotations.BETA_PROVISIONER, HOST_PATH)));

    private final Provisioning provisioning = provisioning(true, true);

    @Test
    void an_external_provisioner_is_named_on_the_claim() {
        var plan = provisioning.decide(of(claim("data", "1Gi"), storageClass("Immediate", "example.com/made")));
        assertThat(plan)
                .plans("update persistentvolumeclaims shop/data", "record event ExternalProvisioning")
                .because("it waits for provisioner example.com/made of its storage class fast");
        assertThat(in(plan).updated(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> assertThat(it.annotations())
                        .isEqualTo(Map.of(
                                Annotations.PROVISIONER, "example.com/made",
                                Annotations.BETA_PROVISIONER, "example.com/made")));
    }

    @Test
    void a_migrated_provisioner_is_external() {
        var plan = provisioning.decide(of(claim("data", "1Gi"), storageClass("Immediate", "kubernetes.io/cinder")));
        assertThat(in(plan).updated(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> assertThat(it.annotations())
                        .containsEntry(Annotations.PROVISIONER, "cinder.csi.openstack.org"));
    }

    @Test
    void what_keeps_a_volume_from_being_made_is_told() {
        assertThat(told(provisioning, claim("data", "1Gi"), Optional.empty()))
                .containsExactly("storageclass.storage.k8s.io \"fast\" not found");
        assertThat(told(provisioning, claim("data", "1Gi"), "kubernetes.io/no-provisioner"))
                .containsExactly("no volume plugin matched name: kubernetes.io/no-provisioner");
        assertThat(told(provisioning, claim("data", "1Gi"), "kubernetes.io/nfs"))
                .containsExactly("no provisionable volume plugin matched");
        assertThat(told(provisioning(true, false), ASKED, HOST_PATH))
                .containsExactly(
                        "Failed to create provisioner: provisioning in volume plugin \"kubernetes.io/host-path\" is"
                                + " disabled");
        assertThat(told(provisioning, ASKED.withSpec(it -> it.dataSource(source -> source.kind("x"))), HOST_PATH))
                .containsExactly("plugin \"kubernetes.io/host-path\" is not a CSI plugin. Only CSI plugin can provision"
                        + " a claim with a datasource");
        assertThat(told(
                        provisioning,
                        ASKED,
                        Optional.of(storageClass("Immediate", HOST_PATH).withMountOptions(List.of("ro", "soft")))))
                .containsExactly("Mount options are not supported by the provisioner but StorageClass \"fast\" has"
                        + " mount options [ro soft]");
        assertThat(told(
                        provisioning,
                        ASKED.withMetadata(it -> it.putAnnotations(Annotations.SELECTED_NODE, "n1")),
                        HOST_PATH))
                .containsExactly("Failed to get target node: node \"n1\" not found");
    }

    @Test
    void nothing_is_provisioned_where_that_is_off() {
        assertThat(provisioning(false, true)
                        .decide(of(claim("data", "1Gi"), storageClass("Immediate", "example.com/made"))))
                .plansNothing();
    }

    @Test
    void a_directory_is_made_and_then_its_volume() {
        var plan = provisioning.decide(of(ASKED, storageClass("Immediate", HOST_PATH)));
        assertThat(plan)
                .plans(
                        "create directory /tmp/hostpath_pv/uid-of-data",
                        "create persistentvolumes pvc-uid-of-data",
                        "record event ProvisioningSucceeded");
        assertThat(in(plan).created(PersistentVolume.class)).singleElement().satisfies(it -> {
            assertThat(it.annotations())
                    .containsEntry(Annotations.PROVISIONED_BY, HOST_PATH)
                    .containsEntry(Annotations.BOUND_BY_CONTROLLER, "yes")
                    .containsEntry(Annotations.CREATED_BY, "hostpath-dynamic-provisioner");
            assertThat(it.metadata().finalizers()).containsExactly(Finalizers.IN_TREE);
            assertThat(it.spec().claimRef().orElseThrow().uid()).isEqualTo("uid-of-data");
            assertThat(it.spec().persistentVolumeReclaimPolicy()).isEqualTo("Delete");
        });
    }

    @Test
    void a_volume_that_cannot_be_stored_is_deleted_again() {
        var snapshot = of(ASKED, storageClass("Immediate", HOST_PATH));
        var steps = provisioning.decide(snapshot).steps().toList();
        var outcomes = new Outcomes(List.of(
                new Outcome.DiskChanged(steps.get(0)),
                new Outcome.Refused(steps.get(1), failure("quota")),
                new Outcome.Skipped(steps.get(2))));
        var plan = provisioning.settle(snapshot, outcomes);
        assertThat(plan).plans("record event ProvisioningFailed", "delete directory /tmp/hostpath_pv/uid-of-data");
        assertThat(notes(plan))
                .containsExactly(
                        "Error creating provisioned PV object for claim shop/data: quota. Deleting the" + " volume.");
    }

    @Test
    void another_node_is_chosen_where_a_volume_cannot_be_made() {
        var there = ASKED.withMetadata(it -> it.putAnnotations(Annotations.SELECTED_NODE, "n1"))
                .withSpec(it -> it.volumeMode("Block"));
        var snapshot = new Snapshot.OfClaim(
                there,
                Optional.empty(),
                Optional.empty(),
                Optional.of(storageClass("WaitForFirstConsumer", HOST_PATH)),
                Optional.empty(),
                List.of(),
                true);
        var plan = provisioning.decide(snapshot);
        assertThat(in(plan).updated(PersistentVolumeClaim.class))
                .singleElement()
                .satisfies(it -> assertThat(it.annotations()).doesNotContainKey(Annotations.SELECTED_NODE));
        assertThat(notes(plan))
                .containsExactly("Failed to provision volume with StorageClass \"fast\": kubernetes.io/host-path does"
                        + " not support block volume provisioning");
    }

    @Test
    void a_claim_that_cannot_be_saved_says_so() {
        var snapshot = of(claim("data", "1Gi"), storageClass("Immediate", "example.com/made"));
        var steps = provisioning.decide(snapshot).steps().toList();
        var outcomes = new Outcomes(
                List.of(new Outcome.Refused(steps.get(0), failure("no")), new Outcome.Skipped(steps.get(1))));
        assertThat(notes(provisioning.settle(snapshot, outcomes))).containsExactly("Error saving claim: no");
        var saved = new Outcomes(List.of(
                new Outcome.Applied(steps.get(0), new WriteResult(((Step.Write) steps.get(0)).key(), "uid", "2"))));
        assertThat(provisioning.settle(snapshot, saved)).plansNothing();
    }

    @Test
    void the_pod_that_scrubs_may_come_from_a_file(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("pod.yaml"), """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: cleaners}
            spec:
              containers: [{name: scrub, image: example.com/scrub}]
              volumes: [{name: data}]
            """);
        assertThat(RecyclerTemplate.load(file.toString()).namespace()).isEqualTo("cleaners");
        assertThat(RecyclerTemplate.error(file.toString())).isEmpty();
        assertThat(RecyclerTemplate.error("")).isEmpty();
        assertThat(RecyclerTemplate.error(directory.resolve("none").toString()).orElse(""))
                .startsWith("failed to read file path ");
        var bare = Files.writeString(directory.resolve("bare.yaml"), "kind: Pod");
        assertThat(RecyclerTemplate.error(bare.toString()))
                .contains("pod specification (%s): does not contain any volume(s)".formatted(bare));
        var broken = Files.writeString(directory.resolve("broken.yaml"), "kind: [");
        assertThat(RecyclerTemplate.error(broken.toString()).orElse("")).startsWith("failed decoding file: ");
    }

    private static Provisioning provisioning(boolean isEnabled, boolean hostPath) {
        var recyclers = new RecyclerPods(RecyclerTemplate.load(""), 60, 30);
        return new Provisioning(
                new VolumePlugins(List.of(new HostPathPlugin(hostPath, recyclers), new NfsPlugin(recyclers))),
                isEnabled);
    }

    private static Snapshot.OfClaim of(PersistentVolumeClaim claim, StorageClass storageClass) {
        return of(claim, Optional.of(storageClass));
    }

    private static Snapshot.OfClaim of(PersistentVolumeClaim claim, Optional<StorageClass> storageClass) {
        return new Snapshot.OfClaim(
                claim, Optional.empty(), Optional.empty(), storageClass, Optional.empty(), List.of(), false);
    }

    private static List<String> told(Provisioning by, PersistentVolumeClaim claim, String provisioner) {
        return told(by, claim, Optional.of(storageClass("Immediate", provisioner)));
    }

    private static List<String> told(
            Provisioning by, PersistentVolumeClaim claim, Optional<StorageClass> storageClass) {
        return notes(by.decide(of(claim, storageClass)));
    }

    private static List<String> notes(Plan plan) {
        return in(plan).events().stream().map(Step.RecordEvent::note).toList();
    }

    private static ApiFailure failure(String message) {
        return ApiFailure.of(Status.builder().code(500).message(message).build());
    }
}
