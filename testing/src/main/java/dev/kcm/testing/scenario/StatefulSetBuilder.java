package dev.kcm.testing.scenario;

import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.value.Quantity;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// A StatefulSet of pods labelled with its name.
public final class StatefulSetBuilder extends PodTemplateBuilder<StatefulSet, StatefulSetBuilder> {
    StatefulSetBuilder(StatefulSet object) {
        super(object);
    }

    @Override
    StatefulSetBuilder of(StatefulSet changed) {
        return new StatefulSetBuilder(changed);
    }

    @Override
    StatefulSet withTemplate(StatefulSet object, UnaryOperator<PodTemplateSpec> change) {
        return object.withSpec(spec -> spec.template(change.apply(object.spec().template())));
    }

    public StatefulSetBuilder replicas(int count) {
        return with(it -> it.withSpec(spec -> spec.replicas(count)));
    }

    public StatefulSetBuilder minReady(Duration time) {
        return with(it -> it.withSpec(spec -> spec.minReadySeconds((int) time.toSeconds())));
    }

    /// All pods start and stop at once.
    public StatefulSetBuilder parallel() {
        return with(it -> it.withSpec(spec -> spec.podManagementPolicy("Parallel")));
    }

    /// Its first pod has this number.
    public StatefulSetBuilder startingAt(int ordinal) {
        return with(it -> it.withSpec(spec -> spec.ordinals(ordinals -> ordinals.start(ordinal))));
    }

    /// Only pods from this one on are updated.
    public StatefulSetBuilder partition(int count) {
        return with(it -> it.withSpec(spec -> spec.updateStrategy(
                strategy -> strategy.type("RollingUpdate").rollingUpdate(rolling -> rolling.partition(count)))));
    }

    public StatefulSetBuilder updatingOnDelete() {
        return with(it -> it.withSpec(spec -> spec.updateStrategy(strategy -> strategy.type("OnDelete"))));
    }

    public StatefulSetBuilder historyLimit(int count) {
        return with(it -> it.withSpec(spec -> spec.revisionHistoryLimit(count)));
    }

    /// Each pod has a claim of this name.
    public StatefulSetBuilder claim(String name) {
        return with(it -> it.withSpec(spec ->
                spec.addVolumeClaimTemplates(claim -> claim.metadata(metadata -> metadata.name(name))
                        .spec(wanted -> wanted.addAccessModes("ReadWriteOnce")
                                .resources(resources -> resources.putRequests("storage", Quantity.parse("1Gi")))))));
    }

    /// What becomes of claims when the set is deleted, and when it gets smaller: `Retain` or `Delete`.
    public StatefulSetBuilder retention(String whenDeleted, String whenScaled) {
        return with(it -> it.withSpec(spec -> spec.persistentVolumeClaimRetentionPolicy(
                policy -> policy.whenDeleted(whenDeleted).whenScaled(whenScaled))));
    }
}
