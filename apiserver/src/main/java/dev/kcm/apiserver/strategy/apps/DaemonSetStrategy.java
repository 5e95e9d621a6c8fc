package dev.kcm.apiserver.strategy.apps;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodTemplateValidation;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.RollingUpdateDaemonSet;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.defaults.PodDefaults;
import dev.kcm.model.value.IntOrString;

/// Defaulting, validation and update rules of daemon sets.
public final class DaemonSetStrategy {
    private static final int REVISION_HISTORY_LIMIT = 10;

    public static final Strategy<DaemonSet> STRATEGY = Strategy.of(DaemonSet.DAEMON_SETS)
            .defaults(DaemonSetStrategy::defaulted)
            .spec(Part.of(DaemonSet::spec, DaemonSet::withSpec))
            .status(Part.of(DaemonSet::status, DaemonSet::withStatus))
            .validation(DaemonSetStrategy::validate)
            .updateValidation((wanted, current, errors) -> {
                validate(wanted, errors);
                PodTemplateValidation.immutableSelector(
                        wanted.spec().selector(), current.spec().selector(), errors);
            })
            .countsGenerations()
            .build();

    private DaemonSetStrategy() {}

    private static DaemonSet defaulted(DaemonSet set) {
        var spec = set.spec();
        var strategy = spec.updateStrategy();
        var type = Defaults.or(strategy.type(), "RollingUpdate");
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
                .revisionHistoryLimit(spec.revisionHistoryLimit().orElse(REVISION_HISTORY_LIMIT)));
    }

    private static void validate(DaemonSet set, FieldErrors errors) {
        PodTemplateValidation.validate(set.spec().selector(), set.spec().template(), errors);
    }
}
