package dev.kcm.controllers.storage.claimprotection;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PersistentVolumeClaimCondition;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.controller.LiveDocument;
import dev.kcm.runtime.controller.LiveReads;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.testing.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimProtectionDecisionTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final String FINALIZER = "kubernetes.io/pvc-protection";
    private static final String OTHER = "example.com/keep";
    private static final PersistentVolumeClaimCondition RESIZING = PersistentVolumeClaimCondition.builder()
            .type("Resizing")
            .status("True")
            .build();

    private final PersistentVolumeClaimProtectionController controller =
            new PersistentVolumeClaimProtectionController(new Server(), true);

    @Test
    void the_finalizer_goes_with_the_last_pod_and_no_other_does() {
        var plan = deleted(claim(true, OTHER, FINALIZER), 0, false);

        assertThat(plan).plans("update persistentvolumeclaims shop/data").because("no pod uses it");
        var written = Planned.in(plan).updated(PersistentVolumeClaim.class).getFirst();
        assertThat(written.metadata().finalizers()).containsExactly(OTHER);
        assertThat(written.resourceVersion()).isEqualTo("50");
    }

    @Test
    void a_claim_in_use_says_by_whom() {
        assertThat(deleted(claim(true, FINALIZER), 1, false))
                .plansNothing()
                .waitsForAChange()
                .because("it stays while a pod uses it: web");
        assertThat(deleted(claim(true, FINALIZER), 3, false)).because("it stays while 3 pods use it: web");
    }

    @Test
    void what_a_list_showed_is_asked_again() {
        assertThat(deleted(claim(true, FINALIZER), 1, true)).plansNothing().wakesIn(Duration.ofSeconds(1));
    }

    @Test
    void a_claim_without_the_finalizer_gets_it_after_the_others() {
        var plan = present(claim(false, OTHER), Optional.of(true));

        assertThat(plan).plans("update persistentvolumeclaims shop/data").because("it is not protected");
        assertThat(Planned.in(plan)
                        .updated(PersistentVolumeClaim.class)
                        .getFirst()
                        .metadata()
                        .finalizers())
                .containsExactly(OTHER, FINALIZER);
    }

    @Test
    void what_waits_for_somebody_else_is_left_alone() {
        assertThat(deleted(claim(true, OTHER), 0, false)).plansNothing();
        assertThat(present(claim(false, FINALIZER), Optional.empty())).plansNothing();
    }

    @Test
    void use_is_written_when_it_begins_and_when_it_ends() {
        var fresh = claim(false, FINALIZER).withStatus(status -> status.addConditions(RESIZING));
        var used = status(present(fresh, Optional.of(true)));
        assertThat(used).extracting(it -> it.type()).containsExactly("Resizing", "Unused");
        assertThat(used.getLast().status()).isEqualTo("False");
        assertThat(used.getLast().reason()).isEqualTo("PodUsingPVC");
        assertThat(used.getLast().message()).isEqualTo("A pod is currently referencing this PVC");
        assertThat(used.getLast().lastTransitionTime()).contains(NOW);

        var inUse = fresh.withStatus(status -> status.conditions(used));
        assertThat(present(inUse, Optional.of(true))).plansNothing();
        var unused = status(present(inUse, Optional.of(false)));
        assertThat(unused.getLast().status()).isEqualTo("True");
        assertThat(unused.getLast().reason()).isEqualTo("NoPodsUsingPVC");
        assertThat(unused.getLast().message()).isEqualTo("No pods are currently referencing this PVC");
    }

    @Test
    void one_list_serves_claims_that_were_deleted_before_it() {
        var server = new Server();
        server.revision = 60;
        server.pods.add(pod("web", "data"));

        assertThat(ListedPods.with(claim(true, FINALIZER), server)).hasSize(1);
        assertThat(ListedPods.with(claim(true, FINALIZER).withMetadata(it -> it.name("other")), server))
                .isEmpty();
        assertThat(server.lists).isEqualTo(1);

        server.revision = 80;
        var later = claim(true, FINALIZER).withMetadata(it -> it.resourceVersion("70"));
        assertThat(ListedPods.with(later, server)).hasSize(1);
        assertThat(server.lists).isEqualTo(2);
    }

    private static List<PersistentVolumeClaimCondition> status(Plan plan) {
        return Planned.in(plan)
                .statuses(PersistentVolumeClaim.class)
                .getFirst()
                .status()
                .conditions();
    }

    private Plan deleted(PersistentVolumeClaim claim, int keeping, boolean isListed) {
        var one = keeping == 0 ? Optional.<String>empty() : Optional.of("web");
        return controller.decide(new PersistentVolumeClaimProtectionController.Snapshot(
                claim, keeping, one, isListed, Optional.empty(), NOW));
    }

    private Plan present(PersistentVolumeClaim claim, Optional<Boolean> isUsed) {
        return controller.decide(
                new PersistentVolumeClaimProtectionController.Snapshot(claim, 0, Optional.empty(), false, isUsed, NOW));
    }

    private static PersistentVolumeClaim claim(boolean isDeleting, String... finalizers) {
        return PersistentVolumeClaim.builder()
                .metadata(metadata -> {
                    metadata.namespace("shop")
                            .name("data")
                            .uid("uid")
                            .resourceVersion("50")
                            .finalizers(List.of(finalizers));
                    if (isDeleting) {
                        metadata.deletionTimestamp(NOW);
                    }
                })
                .build();
    }

    private static LeanPod pod(String name, String claim) {
        return LeanPod.builder()
                .metadata(it -> it.namespace("shop").name(name))
                .spec(spec ->
                        spec.addVolumes(volume -> volume.name("disk").persistentVolumeClaim(it -> it.claimName(claim))))
                .build();
    }

    /// Shares a list until it is asked for a new one.
    private static final class Server implements LiveReads {
        private final List<LeanPod> pods = new ArrayList<>();
        private long revision;
        private int lists;
        private Optional<Object> shared = Optional.empty();

        @Override
        public <T extends KubeObject> Optional<T> get(Resource<T> resource, ObjectKey key) {
            throw new AssertionError("nobody reads one object");
        }

        @Override
        @SuppressWarnings("unchecked") // only pods are listed
        public <T extends KubeObject, D> LiveDocument<D> list(
                Resource<T> resource, String namespace, String selector, Duration maxAge, Digest<T, D> digest) {
            if (shared.isEmpty() || maxAge.isZero()) {
                lists++;
                shared = Optional.of(digest.of((List<T>) pods, Long.toString(revision)));
            }
            return new LiveDocument<>((D) shared.get(), Duration.ZERO);
        }
    }
}
