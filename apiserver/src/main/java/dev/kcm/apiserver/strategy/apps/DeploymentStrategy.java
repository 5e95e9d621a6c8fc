package dev.kcm.apiserver.strategy.apps;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodTemplateValidation;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.DeploymentSpec;
import dev.kcm.model.apps.v1.RollingUpdateDeployment;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.defaults.PodDefaults;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.Optional;

/// Defaulting, validation and update rules of deployments.
public final class DeploymentStrategy {
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final int REVISION_HISTORY_LIMIT = 10;
    private static final int PROGRESS_DEADLINE_SECONDS = 600;

    public static final Strategy<Deployment> STRATEGY = Strategy.of(Deployment.DEPLOYMENTS)
            .defaults(DeploymentStrategy::defaulted)
            .spec(Part.of(Deployment::spec, Deployment::withSpec))
            .status(Part.of(Deployment::status, Deployment::withStatus))
            .onStatusUpdate((wanted, current) -> wanted.withMetadata(m -> m.labels(current.labels())))
            .validation(DeploymentStrategy::validate)
            .updateValidation((wanted, current, errors) -> {
                validate(wanted, errors);
                PodTemplateValidation.immutableSelector(
                        wanted.spec().selector(), current.spec().selector(), errors);
            })
            .countsGenerations()
            .build();

    private DeploymentStrategy() {}

    private static Deployment defaulted(Deployment deployment) {
        var spec = deployment.spec();
        return deployment.withSpec(changed -> {
            defaultStrategy(changed, spec);
            changed.replicas(spec.replicas().orElse(1))
                    .template(PodDefaults.template(spec.template()))
                    .revisionHistoryLimit(spec.revisionHistoryLimit().orElse(REVISION_HISTORY_LIMIT))
                    .progressDeadlineSeconds(spec.progressDeadlineSeconds().orElse(PROGRESS_DEADLINE_SECONDS));
        });
    }

    private static void defaultStrategy(DeploymentSpec.Builder changed, DeploymentSpec spec) {
        var strategy = spec.strategy();
        var type = Defaults.or(strategy.type(), ROLLING_UPDATE);
        var defaulted = strategy.toBuilder().type(type);
        if (type.equals(ROLLING_UPDATE)) {
            var rolling = strategy.rollingUpdate().orElse(RollingUpdateDeployment.EMPTY);
            var quarter = new IntOrString.Text("25%");
            defaulted.rollingUpdate(rolling.toBuilder()
                    .maxUnavailable(rolling.maxUnavailable().orElse(quarter))
                    .maxSurge(rolling.maxSurge().orElse(quarter))
                    .build());
        }
        changed.strategy(defaulted.build());
    }

    private static void validate(Deployment deployment, FieldErrors errors) {
        var spec = deployment.spec();
        FieldValidation.nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), errors);
        PodTemplateValidation.validate(spec.selector(), spec.template(), errors);
        validateStrategy(spec, FieldPath.SPEC.child("strategy"), errors);
        FieldValidation.nonNegative(spec.minReadySeconds(), FieldPath.SPEC.child("minReadySeconds"), errors);
        FieldValidation.nonNegative(
                spec.revisionHistoryLimit().orElse(0), FieldPath.SPEC.child("revisionHistoryLimit"), errors);
        int deadline = spec.progressDeadlineSeconds().orElse(Integer.MAX_VALUE);
        if (deadline <= spec.minReadySeconds()) {
            errors.invalid(
                    FieldPath.SPEC.child("progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds");
        }
    }

    private static void validateStrategy(DeploymentSpec spec, FieldPath path, FieldErrors errors) {
        var strategy = spec.strategy();
        FieldValidation.supported(strategy.type(), List.of("Recreate", ROLLING_UPDATE), path.child("type"), errors);
        var rolling = strategy.rollingUpdate().orElse(RollingUpdateDeployment.EMPTY);
        if (strategy.type().equals("Recreate")) {
            if (strategy.rollingUpdate().isPresent()) {
                errors.forbidden(
                        path.child("rollingUpdate"), "may not be specified when strategy `type` is 'Recreate'");
            }
        } else if (isZero(rolling.maxUnavailable()) && isZero(rolling.maxSurge())) {
            errors.invalid(
                    path.child("rollingUpdate").child("maxUnavailable"),
                    rolling.maxUnavailable().orElseThrow(),
                    "may not be 0 when `maxSurge` is 0");
        }
    }

    private static boolean isZero(Optional<IntOrString> value) {
        return value.filter(it -> it.equals(new IntOrString.Number(0)) || it.equals(new IntOrString.Text("0%")))
                .isPresent();
    }
}
