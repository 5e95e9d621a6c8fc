package dev.kcm.controllers.workload.deployment;

import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import java.util.Optional;

/// What became of the creation of a Deployment's next ReplicaSet.
///
/// @param name the set's, or the one it would have had
/// @param outcome empty when a sync did not try
record SetCreation(String name, Optional<Outcome> outcome) {

    static SetCreation of(Deployment deployment, Outcomes writes) {
        var outcome =
                writes.all().stream().filter(write -> write.step().isCreate()).findFirst();
        var name = outcome.filter(Outcome.Applied.class::isInstance)
                .map(applied -> ((Outcome.Applied) applied).name())
                .orElseGet(() -> NewReplicaSet.name(deployment));
        return new SetCreation(name, outcome);
    }

    boolean isDone() {
        return outcome.filter(Outcome.Applied.class::isInstance).isPresent();
    }

    boolean isRefused() {
        return refusal().isPresent();
    }

    /// What users are told of a refusal; that the set exists already is no news to them.
    Optional<String> error() {
        return refusal()
                .filter(failure -> !(failure instanceof ApiFailure.AlreadyExists))
                .map(failure -> "Failed to create new replica set \"%s\": %s".formatted(name, failure.message()));
    }

    private Optional<ApiFailure> refusal() {
        return outcome.filter(Outcome.Refused.class::isInstance).map(refused -> ((Outcome.Refused) refused).because());
    }
}
