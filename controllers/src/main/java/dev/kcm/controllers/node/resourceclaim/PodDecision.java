package dev.kcm.controllers.node.resourceclaim;

import dev.kcm.controllers.shared.resourceclaims.PodClaims;
import dev.kcm.model.core.v1.PodResourceClaimStatus;
import dev.kcm.model.json.Json;
import dev.kcm.model.json.JsonObject;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Makes the claims a pod lacks and records them in its status; reserves claims for pods that nobody schedules.
final class PodDecision {
    private PodDecision() {}

    /// Claims are made in the order of the pod's spec; the first that cannot be made ends it.
    static Plan decide(Snapshot.OfPod snapshot, ClaimFeatures features) {
        var pod = snapshot.pod();
        if (pod.isDeleting() || PodClaims.isDone(pod)) {
            return Plan.nothing("it needs no claims any more");
        }
        var creations = new ArrayList<Step>();
        for (var claim : snapshot.claims()) {
            if (isLacking(pod, claim) && claim.made().isEmpty()) {
                var problem = problem(claim, features);
                if (problem.isPresent()) {
                    creations.add(Step.warning(
                            pod.ref(),
                            Names.FAILED_CREATION,
                            "PodResourceClaim %s: %s".formatted(claim.wanted().name(), problem.get())));
                    return Plan.inOrder(
                            "its claim %s cannot be made: %s"
                                    .formatted(claim.wanted().name(), problem.get()),
                            creations);
                }
                creations.add(creation(pod, claim, claim.template().orElseThrow()));
            }
        }
        return creations.isEmpty() ? reservations(snapshot) : Plan.inOrder("claims are made from templates", creations);
    }

    /// The names of what was made, or found, are for the pod's status, which is written as a whole: with one
    /// manager for all, an entry that is not applied again is taken back.
    static Plan settle(Snapshot.OfPod snapshot, Outcomes writes) {
        var pod = snapshot.pod();
        if (pod.isDeleting() || PodClaims.isDone(pod)) {
            return Plan.nothing("no status to write");
        }
        var created = names(writes);
        var found = new LinkedHashMap<String, String>();
        for (var claim : snapshot.claims()) {
            if (isLacking(pod, claim)) {
                var name = claim.made()
                        .map(ResourceClaim::name)
                        .or(() -> Optional.ofNullable(created.get(claim.wanted().name())));
                if (name.isEmpty()) {
                    return Plan.nothing("not all of its claims are made");
                }
                found.put(claim.wanted().name(), name.get());
            }
        }
        return found.isEmpty()
                ? Plan.nothing("its status names all claims")
                : Plan.of(
                        "its status shall name its claims",
                        Step.applyStatus(pod, status(pod, found), Names.FIELD_MANAGER));
    }

    /// Whether it is made from a template, and there is none that is recorded and the pod's own.
    private static boolean isLacking(LeanPod pod, Snapshot.Wanted claim) {
        if (claim.wanted().resourceClaimTemplateName().isEmpty()) {
            return false;
        }
        boolean isUnneeded = PodClaims.record(pod, claim.wanted())
                .filter(record -> record.resourceClaimName().isEmpty())
                .isPresent();
        return !isUnneeded
                && claim.named()
                        .filter(it -> PodClaims.isUsable(pod, claim.wanted(), it))
                        .isEmpty();
    }

    private static Optional<String> problem(Snapshot.Wanted claim, ClaimFeatures features) {
        var template = claim.wanted().resourceClaimTemplateName().orElseThrow();
        return claim.template().isEmpty()
                ? Optional.of("resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
                        .formatted(template, template))
                : features.problem(claim.template().get().spec().spec());
    }

    private static Step creation(LeanPod pod, Snapshot.Wanted claim, ResourceClaimTemplate template) {
        var name = claim.wanted().name();
        return Step.create(GeneratedClaim.of(pod, name, template))
                .withEvent(new Step.EventTemplate(
                        pod.ref(),
                        "",
                        "",
                        Names.FAILED_CREATION,
                        "PodResourceClaim %s: create ResourceClaim : ".formatted(name) + "%s"));
    }

    private static Plan reservations(Snapshot.OfPod snapshot) {
        var pod = snapshot.pod();
        var steps = new ArrayList<Step>();
        for (var claim : snapshot.claims()) {
            if (claim.named().isEmpty()) {
                if (claim.wanted().resourceClaimName().isEmpty()) {
                    continue; // not needed, or not recorded yet
                }
                return Plan.nothing("it waits for the claim "
                        + claim.wanted().resourceClaimName().get());
            }
            var named = claim.named().get();
            if (PodClaims.isUsable(pod, claim.wanted(), named) && PodClaims.needsReservation(pod, named)) {
                steps.add(reservation(pod, named));
            }
        }
        return Plan.inOrder(
                steps.isEmpty() ? "it has its claims" : "it runs and its claims are not reserved for it", steps);
    }

    /// Replaces the status as it was observed: whoever changes it at the same time must not be overruled.
    private static Step reservation(LeanPod pod, ResourceClaim claim) {
        return Step.updateStatus(
                claim.withStatus(status -> status.addReservedFor(PodClaims.consumer(pod))), Step.Urgency.NOW);
    }

    private static Map<String, String> names(Outcomes writes) {
        var names = new LinkedHashMap<String, String>();
        for (var outcome : writes.all()) {
            if (outcome instanceof Outcome.Applied applied && applied.step() instanceof Step.Write write) {
                write.object()
                        .filter(_ -> write.isCreate())
                        .map(claim -> claim.annotations().get(Names.POD_CLAIM_ANNOTATION))
                        .ifPresent(claim -> names.put(claim, applied.name()));
            }
        }
        return names;
    }

    private static JsonObject status(LeanPod pod, Map<String, String> found) {
        var entries = new ArrayList<Json>();
        pod.status().resourceClaimStatuses().stream()
                .filter(entry -> !found.containsKey(entry.name()))
                .map(PodDecision::entry)
                .forEach(entries::add);
        found.forEach(
                (claim, name) -> entries.add(Json.object().with("name", claim).with("resourceClaimName", name)));
        return Json.object("status", Json.object("resourceClaimStatuses", Json.array(entries)));
    }

    private static Json entry(PodResourceClaimStatus entry) {
        return Json.parse(entry.toString());
    }
}
