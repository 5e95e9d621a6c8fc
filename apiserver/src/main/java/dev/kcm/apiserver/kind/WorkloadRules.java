package dev.kcm.apiserver.kind;

import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.DeploymentStrategy;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.RollingUpdateDaemonSet;
import dev.kcm.model.apps.v1.RollingUpdateDeployment;
import dev.kcm.model.apps.v1.RollingUpdateStatefulSetStrategy;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.selector.SelectorException;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Things that keep pods running: deployments and the sets of pods.
final class WorkloadRules {
    private static final FieldPath TEMPLATE = FieldPath.SPEC.child("template");
    private static final FieldPath SELECTOR = FieldPath.SPEC.child("selector");
    private static final int HISTORY = 10;

    static final Strategy<Deployment> DEPLOYMENTS = Strategy.of(Deployment.DEPLOYMENTS)
            .defaults(WorkloadRules::defaulted)
            .spec(Part.of(Deployment::spec, Deployment::withSpec))
            .status(Part.of(Deployment::status, Deployment::withStatus))
            .onStatusUpdate((wanted, current) -> wanted.withMetadata(m -> m.labels(current.labels())))
            .validation(WorkloadRules::validate)
            .updateValidation((wanted, current, problems) -> {
                validate(wanted, problems);
                immutable(
                        wanted.spec().selector().orElse(LabelSelector.EMPTY),
                        current.spec().selector().orElse(LabelSelector.EMPTY),
                        problems);
            })
            .countsGenerations()
            .build();

    static final Strategy<ReplicaSet> REPLICA_SETS = Strategy.of(ReplicaSet.REPLICA_SETS)
            .defaults(set ->
                    set.withSpec(spec -> spec.replicas(set.spec().replicas().orElse(1))
                            .template(PodDefaults.template(set.spec().template()))))
            .spec(Part.of(ReplicaSet::spec, ReplicaSet::withSpec))
            .status(Part.of(ReplicaSet::status, ReplicaSet::withStatus))
            .validation(WorkloadRules::validate)
            .updateValidation((wanted, current, problems) -> {
                validate(wanted, problems);
                immutable(
                        wanted.spec().selector().orElse(LabelSelector.EMPTY),
                        current.spec().selector().orElse(LabelSelector.EMPTY),
                        problems);
            })
            .field("status.replicas", set -> Integer.toString(set.status().replicas()))
            .countsGenerations()
            .build();

    static final Strategy<StatefulSet> STATEFUL_SETS = Strategy.of(StatefulSet.STATEFUL_SETS)
            .defaults(WorkloadRules::defaulted)
            .spec(Part.of(StatefulSet::spec, StatefulSet::withSpec))
            .status(Part.of(StatefulSet::status, StatefulSet::withStatus))
            .validation(WorkloadRules::validate)
            .updateValidation(WorkloadRules::validateUpdate)
            .countsGenerations()
            .build();

    static final Strategy<DaemonSet> DAEMON_SETS = Strategy.of(DaemonSet.DAEMON_SETS)
            .defaults(WorkloadRules::defaulted)
            .spec(Part.of(DaemonSet::spec, DaemonSet::withSpec))
            .status(Part.of(DaemonSet::status, DaemonSet::withStatus))
            .validation((set, problems) -> selected(
                    set.spec().selector().orElse(LabelSelector.EMPTY),
                    set.spec().template(),
                    problems))
            .updateValidation((wanted, current, problems) -> {
                selected(
                        wanted.spec().selector().orElse(LabelSelector.EMPTY),
                        wanted.spec().template(),
                        problems);
                immutable(
                        wanted.spec().selector().orElse(LabelSelector.EMPTY),
                        current.spec().selector().orElse(LabelSelector.EMPTY),
                        problems);
            })
            .countsGenerations()
            .build();

    static final Strategy<ReplicationController> REPLICATION_CONTROLLERS = Strategy.of(
                    ReplicationController.REPLICATION_CONTROLLERS)
            .defaults(WorkloadRules::defaulted)
            .spec(Part.of(ReplicationController::spec, ReplicationController::withSpec))
            .status(Part.of(ReplicationController::status, ReplicationController::withStatus))
            .validation(WorkloadRules::validate)
            .field(
                    "status.replicas",
                    controller -> Integer.toString(controller.status().replicas()))
            .dependents(Strategy.Dependents.ORPHAN)
            .countsGenerations()
            .build();

    private WorkloadRules() {}

    private static Deployment defaulted(Deployment deployment) {
        var spec = deployment.spec();
        return deployment.withSpec(changed -> changed.replicas(spec.replicas().orElse(1))
                .template(PodDefaults.template(spec.template()))
                .strategy(strategy(spec.strategy()))
                .revisionHistoryLimit(spec.revisionHistoryLimit().orElse(HISTORY))
                .progressDeadlineSeconds(spec.progressDeadlineSeconds().orElse(600)));
    }

    private static DeploymentStrategy strategy(DeploymentStrategy strategy) {
        var type = PodDefaults.or(strategy.type(), "RollingUpdate");
        var changed = strategy.toBuilder().type(type);
        if (type.equals("RollingUpdate")) {
            var rolling = strategy.rollingUpdate().orElse(RollingUpdateDeployment.EMPTY);
            var quarter = new IntOrString.Text("25%");
            changed.rollingUpdate(rolling.toBuilder()
                    .maxUnavailable(rolling.maxUnavailable().orElse(quarter))
                    .maxSurge(rolling.maxSurge().orElse(quarter))
                    .build());
        }
        return changed.build();
    }

    private static StatefulSet defaulted(StatefulSet set) {
        var spec = set.spec();
        var retention = spec.persistentVolumeClaimRetentionPolicy()
                .orElse(StatefulSetPersistentVolumeClaimRetentionPolicy.EMPTY);
        var strategy = spec.updateStrategy();
        var isUnset = strategy.type().isEmpty();
        var type = PodDefaults.or(strategy.type(), "RollingUpdate");
        return set.withSpec(changed -> {
            changed.replicas(spec.replicas().orElse(1))
                    .template(PodDefaults.template(spec.template()))
                    .podManagementPolicy(PodDefaults.or(spec.podManagementPolicy(), "OrderedReady"))
                    .revisionHistoryLimit(spec.revisionHistoryLimit().orElse(HISTORY))
                    .persistentVolumeClaimRetentionPolicy(
                            policy -> policy.whenDeleted(PodDefaults.or(retention.whenDeleted(), "Retain"))
                                    .whenScaled(PodDefaults.or(retention.whenScaled(), "Retain")));
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

    private static DaemonSet defaulted(DaemonSet set) {
        var spec = set.spec();
        var strategy = spec.updateStrategy();
        var type = PodDefaults.or(strategy.type(), "RollingUpdate");
        var update = strategy.toBuilder().type(type);
        if (type.equals("RollingUpdate")) {
            var rolling = strategy.rollingUpdate().orElse(RollingUpdateDaemonSet.EMPTY);
            update.rollingUpdate(rolling.toBuilder()
                    .maxUnavailable(rolling.maxUnavailable().orElse(new IntOrString.Number(1)))
                    .maxSurge(rolling.maxSurge().orElse(new IntOrString.Number(0)))
                    .build());
        }
        return set.withSpec(changed -> changed.updateStrategy(update.build())
                .template(PodDefaults.template(spec.template()))
                .revisionHistoryLimit(spec.revisionHistoryLimit().orElse(HISTORY)));
    }

    private static ReplicationController defaulted(ReplicationController controller) {
        var spec = controller.spec();
        var changed = spec.toBuilder().replicas(spec.replicas().orElse(1));
        var template = spec.template().map(PodDefaults::template);
        template.ifPresent(changed::template);
        var labels = template.map(it -> it.metadata().labels()).orElse(Map.of());
        if (spec.selector().isEmpty()) {
            changed.selector(labels);
        }
        var defaulted = controller.withSpec(changed.build());
        return controller.labels().isEmpty() && !labels.isEmpty()
                ? defaulted.withMetadata(metadata -> metadata.labels(labels))
                : defaulted;
    }

    private static void validate(Deployment deployment, FieldErrors problems) {
        var spec = deployment.spec();
        nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), problems);
        selected(spec.selector().orElse(LabelSelector.EMPTY), spec.template(), problems);
        PodValidation.supported(
                spec.strategy().type(),
                List.of("Recreate", "RollingUpdate"),
                FieldPath.SPEC.child("strategy").child("type"),
                problems);
        validate(spec.strategy(), FieldPath.SPEC.child("strategy"), problems);
        nonNegative(spec.minReadySeconds(), FieldPath.SPEC.child("minReadySeconds"), problems);
        nonNegative(spec.revisionHistoryLimit().orElse(0), FieldPath.SPEC.child("revisionHistoryLimit"), problems);
        int deadline = spec.progressDeadlineSeconds().orElse(Integer.MAX_VALUE);
        if (deadline <= spec.minReadySeconds()) {
            problems.invalid(
                    FieldPath.SPEC.child("progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds");
        }
    }

    private static void validate(DeploymentStrategy strategy, FieldPath path, FieldErrors problems) {
        var rolling = strategy.rollingUpdate().orElse(RollingUpdateDeployment.EMPTY);
        if (strategy.type().equals("Recreate")) {
            if (strategy.rollingUpdate().isPresent()) {
                problems.forbidden(
                        path.child("rollingUpdate"), "may not be specified when strategy `type` is 'Recreate'");
            }
        } else if (isZero(rolling.maxUnavailable()) && isZero(rolling.maxSurge())) {
            problems.invalid(
                    path.child("rollingUpdate").child("maxUnavailable"),
                    rolling.maxUnavailable().orElseThrow(),
                    "may not be 0 when `maxSurge` is 0");
        }
    }

    private static boolean isZero(Optional<IntOrString> value) {
        return value.filter(it -> it.equals(new IntOrString.Number(0)) || it.equals(new IntOrString.Text("0%")))
                .isPresent();
    }

    private static void validate(ReplicaSet set, FieldErrors problems) {
        var spec = set.spec();
        nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), problems);
        selected(spec.selector().orElse(LabelSelector.EMPTY), spec.template(), problems);
    }

    private static void validate(StatefulSet set, FieldErrors problems) {
        var spec = set.spec();
        nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), problems);
        selected(spec.selector().orElse(LabelSelector.EMPTY), spec.template(), problems);
        PodValidation.supported(
                spec.podManagementPolicy(),
                List.of("OrderedReady", "Parallel"),
                FieldPath.SPEC.child("podManagementPolicy"),
                problems);
    }

    private static void validateUpdate(StatefulSet wanted, StatefulSet current, FieldErrors problems) {
        validate(wanted, problems);
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
            problems.forbidden(
                    FieldPath.SPEC,
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                            + " 'template', 'updateStrategy', 'revisionHistoryLimit',"
                            + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are"
                            + " forbidden");
        }
    }

    private static void validate(ReplicationController controller, FieldErrors problems) {
        var spec = controller.spec();
        nonNegative(spec.replicas().orElse(0), FieldPath.SPEC.child("replicas"), problems);
        if (spec.selector().isEmpty()) {
            problems.required(SELECTOR, "");
        }
        var template = spec.template();
        if (template.isEmpty()) {
            problems.required(TEMPLATE, "");
        } else {
            templateOf(template.get(), problems);
            if (!template.get()
                    .metadata()
                    .labels()
                    .entrySet()
                    .containsAll(spec.selector().entrySet())) {
                unmatched(template.get(), problems);
            }
        }
    }

    /// The selector must say something, and the template must match it.
    private static void selected(LabelSelector selector, PodTemplateSpec template, FieldErrors problems) {
        if (selector.equals(LabelSelector.EMPTY)) {
            problems.required(SELECTOR, "");
            problems.invalid(
                    TEMPLATE.child("metadata").child("labels"),
                    labels(template),
                    "`selector` does not match template `labels`");
        } else {
            try {
                if (!LabelSelectors.of(selector).matches(template.metadata().labels())) {
                    unmatched(template, problems);
                }
            } catch (SelectorException problem) {
                problems.invalid(SELECTOR, selector, "invalid label selector");
            }
        }
        templateOf(template, problems);
    }

    private static void unmatched(PodTemplateSpec template, FieldErrors problems) {
        problems.invalid(
                TEMPLATE.child("metadata").child("labels"),
                labels(template),
                "`selector` does not match template `labels`");
    }

    private static Object labels(PodTemplateSpec template) {
        return LabelSelectors.shown(template.metadata().labels());
    }

    private static void templateOf(PodTemplateSpec template, FieldErrors problems) {
        PodValidation.template(template, TEMPLATE, problems);
        if (!template.spec().restartPolicy().equals("Always")) {
            problems.unsupported(
                    TEMPLATE.child("spec").child("restartPolicy"),
                    template.spec().restartPolicy(),
                    List.of("Always"));
        }
    }

    private static void immutable(LabelSelector wanted, LabelSelector current, FieldErrors problems) {
        if (!wanted.equals(current)) {
            problems.invalid(SELECTOR, wanted, "field is immutable");
        }
    }

    static void nonNegative(long value, FieldPath path, FieldErrors problems) {
        if (value < 0) {
            problems.invalid(path, value, "must be greater than or equal to 0");
        }
    }
}
