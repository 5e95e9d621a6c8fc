package dev.kcm.apiserver.strategy.apps;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodTemplateValidation;
import dev.kcm.model.apps.v1.RollingUpdateStatefulSetStrategy;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy;
import dev.kcm.model.apps.v1.StatefulSetSpec;
import dev.kcm.model.core.v1.PersistentVolumeClaim;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.Volume;
import dev.kcm.model.core.v1.VolumeSource;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.defaults.PodDefaults;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Defaulting, validation and update rules of stateful sets.
public final class StatefulSetStrategy {
    private static final int REVISION_HISTORY_LIMIT = 10;

    public static final Strategy<StatefulSet> STRATEGY = Strategy.of(StatefulSet.STATEFUL_SETS)
            .defaults(StatefulSetStrategy::defaulted)
            .spec(Part.of(StatefulSet::spec, StatefulSet::withSpec))
            .status(Part.of(StatefulSet::status, StatefulSet::withStatus))
            .validation(StatefulSetStrategy::validate)
            .updateValidation(StatefulSetStrategy::validateUpdate)
            .countsGenerations()
            .build();

    private StatefulSetStrategy() {}

    private static StatefulSet defaulted(StatefulSet set) {
        var spec = set.spec();
        var retention = spec.persistentVolumeClaimRetentionPolicy()
                .orElse(StatefulSetPersistentVolumeClaimRetentionPolicy.EMPTY);
        var strategy = spec.updateStrategy();
        var isUnset = strategy.type().isEmpty();
        var type = Defaults.or(strategy.type(), "RollingUpdate");
        return set.withSpec(changed -> {
            changed.replicas(spec.replicas().orElse(1))
                    .template(PodDefaults.template(spec.template()))
                    .podManagementPolicy(Defaults.or(spec.podManagementPolicy(), "OrderedReady"))
                    .revisionHistoryLimit(spec.revisionHistoryLimit().orElse(REVISION_HISTORY_LIMIT))
                    .persistentVolumeClaimRetentionPolicy(
                            policy -> policy.whenDeleted(Defaults.or(retention.whenDeleted(), "Retain"))
                                    .whenScaled(Defaults.or(retention.whenScaled(), "Retain")));
            var rolling = strategy.rollingUpdate()
                    .or(() -> isUnset ? Optional.of(RollingUpdateStatefulSetStrategy.EMPTY) : Optional.empty())
                    .filter(_ -> type.equals("RollingUpdate"));
            changed.updateStrategy(update -> {
                update.type(type);
                rolling.ifPresent(it ->
                        update.rollingUpdate(it.withPartition(it.partition().orElse(0))));
            });
        });
    }

    /// The template as its pods will be: with a volume for each claim, in place of one of the same name.
    private static PodTemplateSpec withClaimedVolumes(StatefulSetSpec spec) {
        var claimed = spec.volumeClaimTemplates().stream()
                .map(PersistentVolumeClaim::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var others = spec.template().spec().volumes().stream().filter(volume -> !claimed.contains(volume.name()));
        var volumes = Stream.concat(others, claimed.stream().map(StatefulSetStrategy::claimedVolume))
                .toList();
        return spec.template().withSpec(pod -> pod.volumes(volumes));
    }

    private static Volume claimedVolume(String name) {
        return Volume.builder()
                .name(name)
                .volumeSource(VolumeSource.builder()
                        .persistentVolumeClaim(claim -> claim.claimName(name))
                        .build())
                .build();
    }

    private static void validate(StatefulSet set, FieldErrors errors) {
        var spec = set.spec();
        FieldValidation.nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), errors);
        PodTemplateValidation.validate(spec.selector(), withClaimedVolumes(spec), errors);
        FieldValidation.supported(
                spec.podManagementPolicy(),
                List.of("OrderedReady", "Parallel"),
                FieldPath.SPEC.child("podManagementPolicy"),
                errors);
    }

    private static void validateUpdate(StatefulSet wanted, StatefulSet current, FieldErrors errors) {
        validate(wanted, errors);
        var was = current.spec();
        var frozen = wanted.spec().toBuilder()
                .template(was.template())
                .updateStrategy(was.updateStrategy())
                .minReadySeconds(was.minReadySeconds())
                .withoutReplicas()
                .withoutOrdinals()
                .withoutRevisionHistoryLimit()
                .withoutPersistentVolumeClaimRetentionPolicy()
                .build();
        var before = was.toBuilder()
                .withoutReplicas()
                .withoutOrdinals()
                .withoutRevisionHistoryLimit()
                .withoutPersistentVolumeClaimRetentionPolicy()
                .build();
        if (!frozen.equals(before)) {
            errors.forbidden(
                    FieldPath.SPEC,
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                            + " 'template', 'updateStrategy', 'revisionHistoryLimit',"
                            + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are"
                            + " forbidden");
        }
    }
}
