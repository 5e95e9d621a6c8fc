package dev.kcm.controllers.storage.expander;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WriteResult;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeSpec;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.json.Json;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.value.Quantity;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpanderDecisionTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final String PRE_RESIZE = "volume.alpha.kubernetes.io/pre-resize-capacity";

    private final PersistentVolumeExpanderController controller = new PersistentVolumeExpanderController();

    @Test
    void others_expand_csi_volumes_and_the_like() {
        var plan = decide(claim("2Gi", "1Gi"), volume("1Gi", it -> it.csi(csi -> csi.driver("disk.example.com"))));

        assertThat(plan).plans("record event ExternalExpanding").waitsForAChange();
        assertThat(Planned.in(plan).events().getFirst().note())
                .isEqualTo("waiting for an external controller to expand this PVC");
    }

    @Test
    void a_claim_that_has_enough_is_left_alone() {
        assertThat(decide(claim("1Gi", "1Gi"), csi())).plansNothing().because("it has what it asks for");
        assertThat(decide(claim("1Gi", "2Gi"), csi())).plansNothing();
    }

    @Test
    void a_volume_that_is_gone_or_another_claims_is_waited_for() {
        var claim = claim("2Gi", "1Gi");
        assertThat(controller.decide(new Snapshot(claim, Optional.empty(), NOW)))
                .plansNothing()
                .waitsForAChange();
        assertThat(decide(
                        claim,
                        csi().withSpec(spec ->
                                spec.claimRef(it -> it.namespace("shop").uid("uid-other")))))
                .plansNothing();
        assertThat(decide(claim, csi().withSpec(spec -> spec.withoutClaimRef())))
                .plansNothing();
    }

    @Test
    void the_resizer_of_a_migrated_volume_is_named() {
        var volume = volume("1Gi", it -> it.gcePersistentDisk(disk -> disk.pdName("disk")));
        var plan = decide(claim("2Gi", "1Gi"), volume);

        assertThat(plan).plans("record event ExternalExpanding", "patch persistentvolumeclaims/status shop/data");
        assertThat(Planned.in(plan).events().getFirst().note())
                .isEqualTo("CSI migration enabled for kubernetes.io/gce-pd;"
                        + " waiting for external resizer to expand the pvc");
        assertThat(patch(plan, 0).textAt("metadata", "annotations", "volume.kubernetes.io/storage-resizer"))
                .contains("pd.csi.storage.gke.io");
        assertThat(patch(plan, 0).textAt("metadata", "resourceVersion")).contains("7");
        assertThat(Planned.in(plan).eventTemplates().getLast())
                .isEqualTo("ExternalExpanding: error setting resizer annotation to pvc shop/data,"
                        + " with error patchPVCStatus failed to patch PVC \"data\": %s");

        var named = claim("2Gi", "1Gi")
                .withMetadata(it -> it.putAnnotations("volume.kubernetes.io/storage-resizer", "pd.csi.storage.gke.io"));
        assertThat(decide(named, volume)).plans("record event ExternalExpanding");
    }

    @Test
    void a_flex_volume_is_expanded_in_steps_and_the_node_does_the_rest() {
        var snapshot = new Snapshot(claim("2Gi", "1Gi"), Optional.of(flex("1Gi")), NOW);
        var plan = controller.decide(snapshot);

        assertThat(plan).plans("patch persistentvolumeclaims/status shop/data", "patch persistentvolumes disk");
        var begun = patch(plan, 0);
        assertThat(begun.textAt("metadata", "annotations", "volume.kubernetes.io/storage-resizer"))
                .contains("example.com/flex");
        assertThat(begun.textAt("status", "allocatedResources", "storage")).contains("2Gi");
        assertThat(begun.textAt("status", "allocatedResourceStatuses", "storage"))
                .contains("ControllerResizeInProgress");
        assertThat(types(begun)).containsExactly("Resizing");
        assertThat(patch(plan, 1).textAt("spec", "capacity", "storage")).contains("2Gi");

        var after = controller.settle(snapshot, applied(plan));
        assertThat(after).plans("patch persistentvolumes disk", "patch persistentvolumeclaims/status shop/data");
        assertThat(patch(after, 1).textAt("metadata", "resourceVersion")).contains("8");
        assertThat(types(patch(after, 1))).containsExactly("Resizing", "FileSystemResizePending");
        assertThat(patch(after, 1).textAt("status", "allocatedResourceStatuses", "storage"))
                .contains("NodeResizePending");
        assertThat(patch(after, 0).textAt("metadata", "annotations", PRE_RESIZE))
                .contains("1Gi");
    }

    @Test
    void a_flex_volume_without_a_file_system_is_done() {
        var volume = flex("1Gi").withSpec(spec -> spec.volumeMode("Block"));
        var snapshot = new Snapshot(claim("2Gi", "1Gi"), Optional.of(volume), NOW);

        var after = controller.settle(snapshot, applied(controller.decide(snapshot)));

        assertThat(after).plans("patch persistentvolumeclaims/status shop/data");
        assertThat(patch(after, 0).textAt("status", "capacity", "storage")).contains("2Gi");
        assertThat(types(patch(after, 0))).isEmpty();
        assertThat(Planned.in(after).eventTemplates().getFirst())
                .isEqualTo("VolumeResizeSuccessful: ExpandVolume succeeded for volume shop/data");
    }

    @Test
    void what_was_refused_is_not_gone_on_with() {
        var snapshot = new Snapshot(claim("2Gi", "1Gi"), Optional.of(flex("1Gi")), NOW);
        var plan = controller.decide(snapshot);

        assertThat(Planned.in(plan).eventTemplates())
                .contains("VolumeResizeFailed: error updating pvc shop/data with resize in progress: %s");
        assertThat(controller.settle(snapshot, Planned.in(plan).allRefused(new ApiFailure.Transport(Status.EMPTY))))
                .plansNothing();
    }

    @Test
    void the_mark_of_an_expansion_goes_when_claim_and_volume_are_covered() {
        var marked = flex("2Gi").withMetadata(it -> it.putAnnotations(PRE_RESIZE, "1Gi"));
        var plan = decide(claim("2Gi", "2Gi"), marked);

        assertThat(plan).plans("patch persistentvolumes disk").because("it is expanded on the node, too");
        assertThat(patch(plan, 0).at("metadata", "annotations", PRE_RESIZE)).contains(Json.NULL);
        assertThat(controller.settle(new Snapshot(claim("2Gi", "2Gi"), Optional.of(marked), NOW), applied(plan)))
                .plansNothing();

        var shrunk = flex("3Gi").withMetadata(it -> it.putAnnotations(PRE_RESIZE, "1Gi"));
        assertThat(decide(withState(claim("2Gi", "2Gi"), "NodeResizePending", "3Gi"), shrunk))
                .plansNothing();
    }

    @ParameterizedTest
    @CsvSource({
        "1Gi, ControllerResizeInProgress, 3Gi, 3Gi",
        "1Gi, NodeResizePending, 3Gi, 3Gi",
        "1Gi, NodeResizeInfeasible, 3Gi, 3Gi",
        "1Gi, ControllerResizeInfeasible, 3Gi, 2Gi",
        "1Gi, '', 3Gi, 2Gi",
        "2Gi, ControllerResizeInProgress, 3Gi, 3Gi",
        "2Gi, ControllerResizeInfeasible, 3Gi, 3Gi",
        "2Gi, '', 3Gi, 3Gi"
    })
    void an_expansion_that_was_begun_is_resumed(String volume, String state, String allocated, String target) {
        var snapshot = new Snapshot(withState(claim("2Gi", "1Gi"), state, allocated), Optional.of(flex(volume)), NOW);

        assertThat(FlexExpansion.target(snapshot, flex(volume))).isEqualTo(Quantity.parse(target));
    }

    @Test
    void the_node_may_try_again_what_it_could_not_do() {
        var claim = withState(claim("2Gi", "1Gi"), "NodeResizeInfeasible", "2Gi");
        var plan = decide(claim, flex("2Gi"));

        assertThat(plan).plans("patch persistentvolumes disk", "patch persistentvolumeclaims/status shop/data");
        assertThat(types(patch(plan, 1))).containsExactly("FileSystemResizePending");
        assertThat(controller.settle(new Snapshot(claim, Optional.of(flex("2Gi")), NOW), applied(plan)))
                .plansNothing();
    }

    @Test
    void claims_are_synced_when_they_ask_for_more_or_have_more() {
        var small = claim("1Gi", "1Gi");
        assertThat(synced(new Change.Added<>(small, true))).isEmpty();
        assertThat(synced(new Change.Added<>(claim("2Gi", "1Gi"), true))).hasSize(1);
        assertThat(synced(new Change.Updated<>(small, claim("2Gi", "1Gi")))).hasSize(1);
        assertThat(synced(new Change.Updated<>(claim("2Gi", "1Gi"), claim("2Gi", "2Gi"))))
                .hasSize(1);
        assertThat(synced(new Change.Updated<>(claim("2Gi", "1Gi"), claim("2Gi", "1Gi"))))
                .isEmpty();
        assertThat(synced(
                        new Change.Updated<>(small, claim("2Gi", "1Gi").withStatus(status -> status.phase("Pending")))))
                .isEmpty();
    }

    @Test
    void claims_are_synced_when_their_volume_comes() {
        var marked = flex("2Gi").withMetadata(it -> it.putAnnotations(PRE_RESIZE, "1Gi"));
        assertThat(syncedFor(new Change.Added<>(csi(), true))).isEmpty();
        assertThat(syncedFor(new Change.Added<>(marked, true))).containsExactly(ObjectKey.of("shop", "data"));
        var unbound = csi().withSpec(spec -> spec.withoutClaimRef());
        assertThat(syncedFor(new Change.Updated<>(unbound, csi()))).hasSize(1);
        assertThat(syncedFor(new Change.Updated<>(csi(), csi()))).isEmpty();
    }

    private Plan decide(PersistentVolumeClaim claim, PersistentVolume volume) {
        return controller.decide(new Snapshot(claim, Optional.of(volume), NOW));
    }

    private static Outcomes applied(Plan plan) {
        return new Outcomes(plan.steps()
                .<Outcome>map(step -> new Outcome.Applied(step, new WriteResult(step.key(), "uid", "8")))
                .toList());
    }

    private static Json patch(Plan plan, int index) {
        return Json.parse(Planned.in(plan).patches().get(index).patch().toByteArray());
    }

    private static List<String> types(Json patch) {
        return patch.itemsAt("status", "conditions").stream()
                .map(it -> it.textAt("type").orElse(""))
                .toList();
    }

    private static List<ObjectKey> synced(Change<PersistentVolumeClaim> change) {
        var keys = new ArrayList<ObjectKey>();
        ExpanderWatches.claims().mapping().keys(change, null, keys::add);
        return keys;
    }

    private static List<ObjectKey> syncedFor(Change<PersistentVolume> change) {
        var keys = new ArrayList<ObjectKey>();
        ExpanderWatches.volumes().mapping().keys(change, null, keys::add);
        return keys;
    }

    private static PersistentVolumeClaim claim(String requested, String capacity) {
        return PersistentVolumeClaim.builder()
                .metadata(
                        it -> it.namespace("shop").name("data").uid("uid-claim").resourceVersion("7"))
                .spec(spec ->
                        spec.volumeName("disk").resources(it -> it.putRequests("storage", Quantity.parse(requested))))
                .status(status -> status.phase("Bound").putCapacity("storage", Quantity.parse(capacity)))
                .build();
    }

    private static PersistentVolumeClaim withState(PersistentVolumeClaim claim, String state, String allocated) {
        return claim.withStatus(status -> {
            status.putAllocatedResources("storage", Quantity.parse(allocated));
            if (!state.isEmpty()) {
                status.putAllocatedResourceStatuses("storage", state);
            }
        });
    }

    private static PersistentVolume csi() {
        return volume("1Gi", it -> it.csi(csi -> csi.driver("disk.example.com")));
    }

    private static PersistentVolume flex(String capacity) {
        return volume(capacity, it -> it.flexVolume(flex -> flex.driver("example.com/flex")));
    }

    private static PersistentVolume volume(String capacity, Consumer<PersistentVolumeSpec.Builder> source) {
        return PersistentVolume.builder()
                .metadata(it -> it.name("disk").uid("uid-volume"))
                .spec(spec -> {
                    spec.putCapacity("storage", Quantity.parse(capacity))
                            .claimRef(it -> it.namespace("shop").name("data").uid("uid-claim"));
                    source.accept(spec);
                })
                .build();
    }
}
