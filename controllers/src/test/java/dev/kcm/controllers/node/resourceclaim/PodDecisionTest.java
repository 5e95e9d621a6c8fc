package dev.kcm.controllers.node.resourceclaim;

import static dev.kcm.runtime.testing.PlanAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kcm.client.WriteResult;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.core.v1.PodResourceClaim;
import dev.kcm.model.core.v1.PodResourceClaimStatus;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.testing.Planned;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodDecisionTest {
    private static final ClaimFeatures ALL = new ClaimFeatures(true, true);
    private static final PodResourceClaim GPU = PodResourceClaim.builder()
            .name("gpu")
            .resourceClaimTemplateName("one-gpu")
            .build();
    private static final LeanPod POD = LeanPod.builder()
            .metadata(metadata ->
                    metadata.namespace("shop").name("web").uid("uid-web").resourceVersion("7"))
            .spec(spec -> spec.addResourceClaims(GPU))
            .build();
    private static final ResourceClaimTemplate TEMPLATE = ResourceClaimTemplate.builder()
            .metadata(metadata -> metadata.namespace("shop").name("one-gpu"))
            .spec(spec -> spec.metadata(
                            metadata -> metadata.putLabels("team", "a").putAnnotations("note", "b"))
                    .spec(claim -> claim.devices(devices -> devices.addRequests(request ->
                            request.name("gpu").exactly(exactly -> exactly.deviceClassName("gpu.example.com"))))))
            .build();

    @Test
    void a_claim_is_made_from_the_template() {
        var plan = PodDecision.decide(snapshot(POD, lacking()), ALL);

        assertThat(plan).plans("create resourceclaims web-gpu-*");
        var claim = Planned.in(plan).created(ResourceClaim.class).getFirst();
        assertThat(claim.labels()).containsEntry("team", "a");
        assertThat(claim.annotations())
                .containsEntry("note", "b")
                .containsEntry("resource.kubernetes.io/pod-claim-name", "gpu");
        assertThat(claim.spec()).isEqualTo(TEMPLATE.spec().spec());
        assertThat(claim.metadata().ownerReferences()).singleElement().satisfies(owner -> {
            assertThat(owner.apiVersion()).isEqualTo("v1");
            assertThat(owner.kind()).isEqualTo("Pod");
            assertThat(owner.uid()).isEqualTo("uid-web");
            assertThat(owner.controller()).contains(true);
            assertThat(owner.blockOwnerDeletion()).isEmpty();
        });
        assertThat(TEMPLATE.spec().metadata().annotations()).hasSize(1);
    }

    @Test
    void its_name_goes_into_the_pods_status_beside_those_that_are_there() {
        var disk = PodResourceClaim.builder()
                .name("disk")
                .resourceClaimTemplateName("one-disk")
                .build();
        var pod = recorded(POD.withSpec(spec -> spec.addResourceClaims(disk)), "disk", "web-disk-x");
        var snapshot = snapshot(
                pod,
                lacking(),
                new Snapshot.Wanted(disk, Optional.of(owned("web-disk-x", pod)), Optional.empty(), Optional.empty()));
        var plan = PodDecision.decide(snapshot, ALL);

        var after = PodDecision.settle(snapshot, created(plan.steps().toList(), "web-gpu-abcde"));

        var patch = Planned.in(after).patches().getFirst();
        assertThat(patch.target().subresource()).isEqualTo("status");
        assertThat(patch.options().fieldManager()).isEqualTo("ResourceClaimController");
        assertThat(patch.patch().utf8())
                .contains("{\"name\":\"disk\",\"resourceClaimName\":\"web-disk-x\"}")
                .contains("{\"name\":\"gpu\",\"resourceClaimName\":\"web-gpu-abcde\"}");
    }

    @Test
    void one_that_was_made_and_never_recorded_is_found_again() {
        var made = owned("web-gpu-abcde", POD);
        var snapshot =
                snapshot(POD, new Snapshot.Wanted(GPU, Optional.empty(), Optional.of(made), Optional.of(TEMPLATE)));

        assertThat(PodDecision.decide(snapshot, ALL)).plansNothing();
        assertThat(PodDecision.settle(snapshot, Outcomes.NONE)).plans("apply pods/status shop/web");
    }

    @Test
    void one_that_is_recorded_and_the_pods_own_is_enough() {
        var pod = recorded(POD, "gpu", "web-gpu-x");
        var snapshot = snapshot(
                pod,
                new Snapshot.Wanted(
                        GPU, Optional.of(owned("web-gpu-x", pod)), Optional.empty(), Optional.of(TEMPLATE)));

        assertThat(PodDecision.decide(snapshot, ALL)).plansNothing().because("it has its claims");
        assertThat(PodDecision.settle(snapshot, Outcomes.NONE)).plansNothing();
    }

    @Test
    void one_that_is_recorded_and_lost_or_somebody_elses_is_made_anew() {
        var pod = recorded(POD, "gpu", "web-gpu-x");
        var other = owned("web-gpu-x", POD.withMetadata(metadata -> metadata.uid("uid-other")));

        assertThat(PodDecision.decide(snapshot(pod, lacking()), ALL)).plans("create resourceclaims web-gpu-*");
        assertThat(PodDecision.decide(
                        snapshot(
                                pod,
                                new Snapshot.Wanted(GPU, Optional.of(other), Optional.empty(), Optional.of(TEMPLATE))),
                        ALL))
                .plans("create resourceclaims web-gpu-*");
    }

    @Test
    void a_record_without_a_name_says_that_none_is_needed() {
        var pod = POD.withStatus(status -> status.addResourceClaimStatuses(
                PodResourceClaimStatus.builder().name("gpu").build()));
        var snapshot = snapshot(pod, lacking());

        assertThat(PodDecision.decide(snapshot, ALL)).plansNothing();
        assertThat(PodDecision.settle(snapshot, Outcomes.NONE)).plansNothing();
    }

    @Test
    void without_its_template_it_says_so_and_waits() {
        var snapshot = snapshot(POD, new Snapshot.Wanted(GPU, Optional.empty(), Optional.empty(), Optional.empty()));

        var plan = PodDecision.decide(snapshot, ALL);

        assertThat(Planned.in(plan).events()).singleElement().satisfies(event -> {
            assertThat(event.reason()).isEqualTo("FailedResourceClaimCreation");
            assertThat(event.severity()).isEqualTo(Step.Severity.WARNING);
            assertThat(event.note())
                    .isEqualTo("PodResourceClaim gpu: resource claim template \"one-gpu\":"
                            + " resourceclaimtemplate.resource.k8s.io \"one-gpu\" not found");
        });
        assertThat(PodDecision.settle(snapshot, Planned.in(plan).allApplied())).plansNothing();
    }

    @Test
    void gates_that_are_off_keep_claims_from_being_made() {
        var admin = template(TEMPLATE.withSpec(spec -> spec.spec(claim -> claim.devices(devices ->
                devices.addRequests(request -> request.name("all").exactly(exactly -> exactly.adminAccess(true)))))));
        var list = template(TEMPLATE.withSpec(spec -> spec.spec(claim -> claim.devices(devices ->
                devices.addRequests(request -> request.name("any").addFirstAvailable(it -> it.name("big")))))));

        assertThat(PodDecision.decide(snapshot(POD, admin), new ClaimFeatures(false, true))
                        .why())
                .contains("admin access is requested, but the feature is disabled");
        assertThat(PodDecision.decide(snapshot(POD, list), new ClaimFeatures(true, false))
                        .why())
                .contains("template includes a prioritized list of subrequests, but the feature is disabled");
        assertThat(PodDecision.decide(snapshot(POD, admin), ALL)).plans("create resourceclaims web-gpu-*");
    }

    @Test
    void pods_that_are_done_or_going_get_nothing() {
        var done = POD.withStatus(status -> status.phase("Succeeded"));
        var going = POD.withMetadata(metadata -> metadata.deletionTimestamp(Instant.EPOCH));

        assertThat(PodDecision.decide(snapshot(done, lacking()), ALL)).plansNothing();
        assertThat(PodDecision.decide(snapshot(going, lacking()), ALL)).plansNothing();
        assertThat(PodDecision.settle(snapshot(done, lacking()), Outcomes.NONE)).plansNothing();
    }

    @Test
    void allocated_claims_are_reserved_for_a_pod_that_nobody_schedules() {
        var shared = PodResourceClaim.builder()
                .name("gpu")
                .resourceClaimName("shared")
                .build();
        var pod = POD.withSpec(spec -> spec.resourceClaims(List.of(shared)).nodeName("node-1"));
        var claim = owned("shared", POD)
                .withStatus(status -> status.allocation(it -> {})
                        .addReservedFor(it -> it.resource("pods").name("other").uid("uid-other")));
        var snapshot =
                snapshot(pod, new Snapshot.Wanted(shared, Optional.of(claim), Optional.empty(), Optional.empty()));

        var written = Planned.in(PodDecision.decide(snapshot, ALL))
                .statuses(ResourceClaim.class)
                .getFirst();

        assertThat(written.status().reservedFor()).extracting(it -> it.uid()).containsExactly("uid-other", "uid-web");
        assertThat(PodDecision.decide(
                        snapshot(
                                pod,
                                new Snapshot.Wanted(shared, Optional.of(written), Optional.empty(), Optional.empty())),
                        ALL))
                .plansNothing();
    }

    @Test
    void long_names_are_cut_by_the_same_proportion() {
        assertThat(GeneratedClaim.prefix("web", "gpu")).isEqualTo("web-gpu-");

        var cut = GeneratedClaim.prefix("p".repeat(100), "c".repeat(20));

        assertThat(cut).isEqualTo("p".repeat(46) + "-" + "c".repeat(9));
    }

    private static Snapshot.OfPod snapshot(LeanPod pod, Snapshot.Wanted... claims) {
        return new Snapshot.OfPod(pod, List.of(claims));
    }

    private static Snapshot.Wanted lacking() {
        return template(TEMPLATE);
    }

    private static Snapshot.Wanted template(ResourceClaimTemplate template) {
        return new Snapshot.Wanted(GPU, Optional.empty(), Optional.empty(), Optional.of(template));
    }

    private static LeanPod recorded(LeanPod pod, String claim, String name) {
        return pod.withStatus(
                status -> status.addResourceClaimStatuses(it -> it.name(claim).resourceClaimName(name)));
    }

    private static ResourceClaim owned(String name, LeanPod pod) {
        return ResourceClaim.builder()
                .metadata(metadata ->
                        metadata.namespace("shop").name(name).addOwnerReferences(OwnerReferences.toController(pod)))
                .build();
    }

    private static Outcomes created(List<Step> steps, String name) {
        return new Outcomes(steps.stream()
                .<Outcome>map(
                        step -> new Outcome.Applied(step, new WriteResult(ObjectKey.of("shop", name), "uid", "9")))
                .toList());
    }
}
