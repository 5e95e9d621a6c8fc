package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.lean.LeanPod;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.List;

/// What has to be done about the claims of one ordinal. Pure.
record ClaimSteps(Snapshot snapshot, int ordinal) {

    /// Creates those that are missing.
    List<Step> missing() {
        var events = new SetEvents(snapshot.set());
        var pod = snapshot.settings().podName(ordinal);
        return snapshot.set().spec().volumeClaimTemplates().stream()
                .filter(template -> snapshot.claims().find(template, ordinal).isEmpty())
                .<Step>map(template -> Step.create(NewPods.claim(snapshot, template, ordinal))
                        .withEvent(events.claimCreated(snapshot.settings().claimName(template, ordinal), pod)))
                .toList();
    }

    /// Gives those that are there the owners they should have.
    ///
    /// @param pod one with an empty uid where there is none yet
    List<Step> owners(LeanPod pod) {
        var retention = snapshot.retention();
        var steps = new ArrayList<Step>();
        for (var template : snapshot.set().spec().volumeClaimTemplates()) {
            snapshot.claims().find(template, ordinal).ifPresent(claim -> {
                if (retention.hasForeignController(claim, pod)) {
                    steps.add(new SetEvents(snapshot.set()).foreignController(claim.name()));
                }
                retention
                        .corrected(claim, pod, snapshot.settings().isWanted(ordinal))
                        .ifPresent(
                                owners -> steps.add(Step.update(claim.withMetadata(it -> it.ownerReferences(owners)))));
            });
        }
        return steps;
    }

    /// Whether [#owners] would change any.
    boolean haveWrongOwners(LeanPod pod) {
        return owners(pod).stream().anyMatch(Step.Write.class::isInstance);
    }

    /// The claims no new pod may use, as they go with an earlier pod of its name.
    List<String> stale() {
        return snapshot.set().spec().volumeClaimTemplates().stream()
                .flatMap(template -> snapshot.claims().find(template, ordinal).stream())
                .filter(claim ->
                        snapshot.retention().isStale(claim, snapshot.settings().podName(ordinal)))
                .map(claim -> claim.name())
                .toList();
    }

    List<String> terminating() {
        return snapshot.set().spec().volumeClaimTemplates().stream()
                .flatMap(template -> snapshot.claims().find(template, ordinal).stream())
                .filter(claim -> claim.isDeleting())
                .map(claim -> claim.name())
                .toList();
    }
}
