package dev.kcm.controllers.node.resourceclaim;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimConsumerReference;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimDecisionTest {
    private static final ResourceClaimConsumerReference FIRST = pod("first");
    private static final ResourceClaimConsumerReference SECOND = pod("second");

    @Test
    void a_claim_in_use_is_left_alone() {
        var snapshot = new Snapshot.OfClaim(claim(FIRST), List.of(), false, false);

        assertThat(ClaimDecision.decide(snapshot)).plansNothing().because("1 consumers use it");
        assertThat(ClaimDecision.settle(snapshot, Outcomes.NONE)).plansNothing();
    }

    @Test
    void a_consumer_that_is_over_is_taken_off_and_the_others_stay() {
        var snapshot = new Snapshot.OfClaim(claim(FIRST, SECOND), List.of(FIRST), false, false);

        var plan = ClaimDecision.decide(snapshot);

        var written = Planned.in(plan).statuses(ResourceClaim.class).getFirst();
        assertThat(written.status().reservedFor()).containsExactly(SECOND);
        assertThat(written.status().allocation()).isPresent();
        assertThat(written.resourceVersion()).isEqualTo("1");
        assertThat(ClaimDecision.settle(snapshot, Planned.in(plan).allApplied()))
                .plansNothing();
    }

    @Test
    void with_the_last_consumer_it_is_deallocated_and_then_loses_its_finalizer() {
        var snapshot = new Snapshot.OfClaim(claim(FIRST), List.of(FIRST), false, false);

        var plan = ClaimDecision.decide(snapshot);
        var after = ClaimDecision.settle(snapshot, Planned.in(plan).allApplied());

        var written = Planned.in(plan).statuses(ResourceClaim.class).getFirst();
        assertThat(written.status().reservedFor()).isEmpty();
        assertThat(written.status().allocation()).isEmpty();
        assertThat(after).plans("update resourceclaims shop/gpu");
        var unprotected = Planned.in(after).updated(ResourceClaim.class).getFirst();
        assertThat(unprotected.metadata().finalizers()).containsExactly("example.com/other");
        assertThat(unprotected.resourceVersion()).isEqualTo("2");
    }

    @Test
    void the_finalizer_stays_when_the_deallocation_is_refused() {
        var snapshot = new Snapshot.OfClaim(claim(FIRST), List.of(FIRST), true, false);
        var refused = Planned.in(ClaimDecision.decide(snapshot))
                .allRefused(ApiFailure.of(
                        Status.builder().code(409).reason("Conflict").build()));

        assertThat(ClaimDecision.settle(snapshot, refused)).plansNothing();
    }

    @Test
    void without_the_finalizer_nothing_is_deallocated() {
        var bare = claim(FIRST).withMetadata(metadata -> metadata.finalizers(List.of()));

        var plan = ClaimDecision.decide(new Snapshot.OfClaim(bare, List.of(FIRST), false, false));

        assertThat(Planned.in(plan)
                        .statuses(ResourceClaim.class)
                        .getFirst()
                        .status()
                        .allocation())
                .isPresent();
    }

    @Test
    void one_that_was_never_reserved_keeps_its_devices_until_it_is_deleted() {
        var unused = claim();
        assertThat(ClaimDecision.decide(new Snapshot.OfClaim(unused, List.of(), false, false)))
                .plansNothing();

        var deleted = new Snapshot.OfClaim(deleting(unused), List.of(), false, false);
        var plan = ClaimDecision.decide(deleted);
        assertThat(plan).plans("update resourceclaims/status shop/gpu");
        assertThat(ClaimDecision.settle(deleted, Planned.in(plan).allApplied()))
                .plans("update resourceclaims shop/gpu");
    }

    @Test
    void a_deleted_one_that_was_never_allocated_only_loses_its_finalizer() {
        var snapshot = new Snapshot.OfClaim(
                deleting(claim().withStatus(status -> status.withoutAllocation())), List.of(), false, false);

        assertThat(ClaimDecision.decide(snapshot)).plansNothing();
        assertThat(ClaimDecision.settle(snapshot, Outcomes.NONE)).plans("update resourceclaims shop/gpu");
    }

    @Test
    void a_finalizer_that_a_crash_left_behind_goes_unless_a_scheduler_may_have_put_it_there() {
        var unallocated = claim().withStatus(status -> status.withoutAllocation());

        assertThat(ClaimDecision.settle(new Snapshot.OfClaim(unallocated, List.of(), false, true), Outcomes.NONE))
                .plansNothing();
        assertThat(ClaimDecision.settle(new Snapshot.OfClaim(unallocated, List.of(), false, false), Outcomes.NONE))
                .plans("update resourceclaims shop/gpu");
    }

    @Test
    void a_claim_made_for_a_pod_that_is_done_is_deleted_once_nobody_uses_it() {
        var used = new Snapshot.OfClaim(claim(SECOND), List.of(), true, false);
        assertThat(ClaimDecision.settle(used, Outcomes.NONE)).plansNothing();

        var snapshot = new Snapshot.OfClaim(claim(FIRST), List.of(FIRST), true, false);
        var plan = ClaimDecision.decide(snapshot);

        assertThat(ClaimDecision.settle(snapshot, Planned.in(plan).allApplied()))
                .plans("update resourceclaims shop/gpu", "delete resourceclaims shop/gpu");
    }

    @Test
    void one_that_is_being_deleted_is_not_deleted_again() {
        var snapshot = new Snapshot.OfClaim(
                deleting(claim()).withMetadata(metadata -> metadata.finalizers(List.of("example.com/other"))),
                List.of(),
                true,
                false);

        assertThat(ClaimDecision.settle(snapshot, Outcomes.NONE)).plansNothing();
    }

    private static ResourceClaim claim(ResourceClaimConsumerReference... consumers) {
        return ResourceClaim.builder()
                .metadata(metadata -> metadata.namespace("shop")
                        .name("gpu")
                        .uid("uid-gpu")
                        .resourceVersion("1")
                        .finalizers(List.of("example.com/other", Names.DELETE_PROTECTION)))
                .status(status -> status.reservedFor(List.of(consumers))
                        .allocation(allocation ->
                                allocation.devices(devices -> devices.addResults(result -> result.request("gpu")
                                        .driver("gpu.example.com")
                                        .pool("node-1")
                                        .device("gpu-0")))))
                .build();
    }

    private static ResourceClaim deleting(ResourceClaim claim) {
        return claim.withMetadata(metadata -> metadata.deletionTimestamp(Instant.parse("2026-06-01T12:00:00Z")));
    }

    private static ResourceClaimConsumerReference pod(String name) {
        return ResourceClaimConsumerReference.builder()
                .resource("pods")
                .name(name)
                .uid("uid-" + name)
                .build();
    }
}
