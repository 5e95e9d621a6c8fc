package dev.kcm.apiserver.strategy.apps;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Part;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.core.PodTemplateValidation;
import dev.kcm.base.GoText;
import dev.kcm.model.apps.v1.DaemonSet;
import dev.kcm.model.apps.v1.RollingUpdateDaemonSet;
import dev.kcm.model.defaults.Defaults;
import dev.kcm.model.defaults.PodDefaults;
import dev.kcm.model.value.IntOrString;
import java.util.List;
import java.util.regex.Pattern;

/// Defaulting, validation and update rules of daemon sets.
public final class DaemonSetStrategy {
    private static final int REVISION_HISTORY_LIMIT = 10;
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
    private static final FieldPath UPDATE_STRATEGY = FieldPath.SPEC.child("updateStrategy");

    /// How often the template has changed, which is a field of older versions of the API.
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

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
            .onCreate(set -> withTemplateGeneration(set, Math.max(1, templateGeneration(set))))
            .onUpdate((wanted, current) -> withTemplateGeneration(wanted, nextTemplateGeneration(wanted, current)))
            .onStatusUpdate((wanted, current) -> withTemplateGeneration(wanted, templateGeneration(current)))
            .countsGenerations()
            .build();

    private DaemonSetStrategy() {}

    private static DaemonSet defaulted(DaemonSet set) {
        var spec = set.spec();
        var strategy = spec.updateStrategy();
        var type = Defaults.or(strategy.type(), ROLLING_UPDATE);
        var update = strategy.toBuilder().type(type);
        if (type.equals(ROLLING_UPDATE)) {
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

    /// Users have no say in it after the set was created.
    private static long nextTemplateGeneration(DaemonSet wanted, DaemonSet current) {
        boolean isSame = wanted.spec().template().equals(current.spec().template());
        return templateGeneration(current) + (isSame ? 0 : 1);
    }

    private static long templateGeneration(DaemonSet set) {
        return GoText.wholeNumber(set.annotations().getOrDefault(TEMPLATE_GENERATION, ""))
                .orElse(0);
    }

    private static DaemonSet withTemplateGeneration(DaemonSet set, long generation) {
        return set.withMetadata(metadata -> metadata.putAnnotations(TEMPLATE_GENERATION, Long.toString(generation)));
    }

    private static void validate(DaemonSet set, FieldErrors errors) {
        var spec = set.spec();
        PodTemplateValidation.validate(spec.selector(), spec.template(), errors);
        if (spec.template().spec().activeDeadlineSeconds().isPresent()) {
            errors.forbidden(
                    FieldPath.SPEC.child("template").child("spec").child("activeDeadlineSeconds"),
                    "activeDeadlineSeconds in DaemonSet is not Supported");
        }
        FieldValidation.nonNegative(spec.minReadySeconds(), FieldPath.SPEC.child("minReadySeconds"), errors);
        var strategy = spec.updateStrategy();
        if (strategy.type().equals(ROLLING_UPDATE)) {
            validate(strategy.rollingUpdate().orElse(RollingUpdateDaemonSet.EMPTY), errors);
        } else if (!strategy.type().equals("OnDelete")) {
            errors.unsupported(UPDATE_STRATEGY, strategy, List.of(ROLLING_UPDATE, "OnDelete"));
        }
        FieldValidation.nonNegative(
                spec.revisionHistoryLimit().orElse(0), FieldPath.SPEC.child("revisionHistoryLimit"), errors);
    }

    /// Exactly one of the two limits must be more than nothing.
    private static void validate(RollingUpdateDaemonSet rolling, FieldErrors errors) {
        var path = UPDATE_STRATEGY.child("rollingUpdate");
        var unavailable = rolling.maxUnavailable().orElse(IntOrString.ZERO);
        var surge = rolling.maxSurge().orElse(IntOrString.ZERO);
        validate(unavailable, path.child("maxUnavailable"), errors);
        validate(surge, path.child("maxSurge"), errors);
        boolean hasUnavailable = number(unavailable) != 0;
        boolean hasSurge = number(surge) != 0;
        if (hasUnavailable && hasSurge) {
            errors.invalid(path.child("maxSurge"), shown(surge), "may not be set when maxUnavailable is non-zero");
        } else if (!hasUnavailable && !hasSurge) {
            errors.required(path.child("maxUnavailable"), "cannot be 0 when maxSurge is 0");
        }
    }

    private static void validate(IntOrString limit, FieldPath path, FieldErrors errors) {
        if (limit instanceof IntOrString.Number(int value)) {
            FieldValidation.nonNegative(value, path, errors);
        } else if (!PERCENT.matcher(limit.toString()).matches()) {
            errors.invalid(
                    path,
                    shown(limit),
                    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%',"
                            + " regex used for validation is '[0-9]+%')");
        } else if (number(limit) > 100) {
            errors.invalid(path, shown(limit), "must not be greater than 100%");
        }
    }

    private static Object shown(IntOrString limit) {
        return switch (limit) {
            case IntOrString.Number(int value) -> value;
            case IntOrString.Text(var text) -> text;
        };
    }

    private static long number(IntOrString limit) {
        return switch (limit) {
            case IntOrString.Number(int value) -> value;
            case IntOrString.Text(var text)
            when PERCENT.matcher(text).matches() ->
                GoText.wholeNumber(text.substring(0, text.length() - 1)).orElse(0);
            case IntOrString.Text _ -> 0;
        };
    }
}
