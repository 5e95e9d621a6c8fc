package dev.kcm.controllers.workload.statefulset;

import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What users are told of a set's pods and claims, in upstream's words. Successes, and deletions that failed, are told
/// with the write; other failures afterwards, since a pod that already exists is no news and a claim that could not be
/// made is also the pod's failure.
record SetEvents(StatefulSet set) {

    Step.EventTemplate created(String pod) {
        return done(Reasons.SUCCESSFUL_CREATE, podText("Create", pod) + " successful");
    }

    Step.EventTemplate updated(String pod) {
        return done(Reasons.SUCCESSFUL_UPDATE, podText("Update", pod) + " successful");
    }

    Step.RecordEvent wasUpdated(String pod) {
        return Step.event(set.ref(), Reasons.SUCCESSFUL_UPDATE, podText("Update", pod) + " successful");
    }

    Step.EventTemplate deleted(String pod) {
        return new Step.EventTemplate(
                set.ref(),
                Reasons.SUCCESSFUL_DELETE,
                podText("Delete", pod) + " successful",
                Reasons.FAILED_DELETE,
                podText("Delete", pod) + " failed error: %s");
    }

    Step.EventTemplate claimCreated(String claim, String pod) {
        return done(
                Reasons.SUCCESSFUL_CREATE,
                "Create Claim %s Pod %s in StatefulSet %s success".formatted(claim, pod, set.name()));
    }

    Step.RecordEvent notCreated(String pod, List<String> errors) {
        return Step.warning(
                set.ref(), Reasons.FAILED_CREATE, podText("Create", pod) + " failed error: " + aggregate(errors));
    }

    Step.RecordEvent foreignController(String claim) {
        return Step.warning(
                set.ref(),
                Reasons.CONFLICTING_CONTROLLER,
                "PersistentVolumeClaim %s has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim"
                        .formatted(claim));
    }

    /// Of writes that were refused.
    List<Step> failures(Outcomes writes) {
        var events = new ArrayList<Step>();
        var claimErrors = new LinkedHashMap<String, List<String>>();
        for (var outcome : writes.all()) {
            if (outcome instanceof Outcome.Refused(var step, var because)) {
                if (step.resource().equals(PersistentVolumeClaim.PERSISTENT_VOLUME_CLAIMS)) {
                    claimRefused(step, because, claimErrors).ifPresent(events::add);
                } else {
                    podRefused(step, because).ifPresent(events::add);
                }
            }
        }
        claimErrors.forEach((pod, errors) -> events.add(notCreated(pod, errors)));
        return events;
    }

    private Optional<Step> podRefused(Step step, ApiFailure because) {
        var pod = step.key().name();
        if (!step.resource().plural().equals(LeanPod.PODS.plural()) || because instanceof ApiFailure.AlreadyExists) {
            return Optional.empty();
        }
        if (step.isCreate()) {
            return Optional.of(notCreated(pod, List.of(because.message())));
        }
        return step.as(Operation.Patch.class).map(_ -> notUpdated(pod, because.message()));
    }

    private Optional<Step> claimRefused(Step step, ApiFailure because, Map<String, List<String>> errors) {
        var claim = step.key().name();
        var pod = podOf(claim);
        if (!step.isCreate()) {
            return Optional.of(notUpdated(
                    pod,
                    "could not update claim %s for delete policy ownerRefs: %s".formatted(claim, because.message())));
        }
        errors.computeIfAbsent(pod, _ -> new ArrayList<>())
                .add("failed to create PVC %s: %s".formatted(claim, because.message()));
        return because instanceof ApiFailure.AlreadyExists
                ? Optional.empty()
                : Optional.of(Step.warning(
                        set.ref(),
                        Reasons.FAILED_CREATE,
                        "Create Claim %s for Pod %s in StatefulSet %s failed error: %s"
                                .formatted(claim, pod, set.name(), because.message())));
    }

    private String podOf(String claim) {
        return set.name() + claim.substring(claim.lastIndexOf('-'));
    }

    private Step.RecordEvent notUpdated(String pod, String error) {
        return Step.warning(set.ref(), Reasons.FAILED_UPDATE, podText("Update", pod) + " failed error: " + error);
    }

    private Step.EventTemplate done(String reason, String note) {
        return new Step.EventTemplate(set.ref(), reason, note, "", "");
    }

    private String podText(String verb, String pod) {
        return "%s Pod %s in StatefulSet %s".formatted(verb, pod, set.name());
    }

    /// As Go joins several errors.
    private static String aggregate(List<String> errors) {
        var distinct = errors.stream().distinct().toList();
        return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
    }
}
