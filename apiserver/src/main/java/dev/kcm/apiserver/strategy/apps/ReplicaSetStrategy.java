package dev.kcm.apiserver.strategy.apps;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodTemplateValidation;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.defaults.PodDefaults;

/// Defaulting, validation and update rules of replica sets.
public final class ReplicaSetStrategy {
    public static final Strategy<ReplicaSet> STRATEGY = Strategy.of(ReplicaSet.REPLICA_SETS)
            .defaults(set ->
                    set.withSpec(spec -> spec.replicas(set.spec().replicas().orElse(1))
                            .template(PodDefaults.template(set.spec().template()))))
            .spec(Part.of(ReplicaSet::spec, ReplicaSet::withSpec))
            .status(Part.of(ReplicaSet::status, ReplicaSet::withStatus))
            .validation(ReplicaSetStrategy::validate)
            .updateValidation((wanted, current, errors) -> {
                validate(wanted, errors);
                PodTemplateValidation.immutableSelector(
                        wanted.spec().selector(), current.spec().selector(), errors);
            })
            .selectableField(
                    "status.replicas", set -> Integer.toString(set.status().replicas()))
            .countsGenerations()
            .build();

    private ReplicaSetStrategy() {}

    private static void validate(ReplicaSet set, FieldErrors errors) {
        var spec = set.spec();
        FieldValidation.nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), errors);
        PodTemplateValidation.validate(spec.selector(), spec.template(), errors);
    }
}
