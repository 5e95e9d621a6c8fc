package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldErrors;
import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.LabelSelectors;
import dev.kcm.model.core.v1.PodTemplateSpec;
import dev.kcm.model.meta.v1.LabelSelector;
import dev.kcm.model.selector.SelectorException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks on the pod template of a workload whose pods run until they are deleted, and on the
/// selector that must match it.
public final class PodTemplateValidation {
    private static final FieldPath TEMPLATE = FieldPath.SPEC.child("template");
    private static final FieldPath SELECTOR = FieldPath.SPEC.child("selector");

    private PodTemplateValidation() {}

    /// The selector must select something, and the template must match it.
    public static void validate(Optional<LabelSelector> selector, PodTemplateSpec template, FieldErrors errors) {
        var given = selector.orElse(LabelSelector.EMPTY);
        if (given.equals(LabelSelector.EMPTY)) {
            errors.required(SELECTOR, "");
            unmatched(template, errors);
        } else {
            try {
                if (!LabelSelectors.of(given).matches(template.metadata().labels())) {
                    unmatched(template, errors);
                }
            } catch (SelectorException invalid) {
                errors.invalid(SELECTOR, given, "invalid label selector");
            }
        }
        validate(template, errors);
    }

    /// The same for the plain map by which a replication controller selects.
    static void validate(Map<String, String> selector, Optional<PodTemplateSpec> template, FieldErrors errors) {
        if (selector.isEmpty()) {
            errors.required(SELECTOR, "");
        }
        if (template.isEmpty()) {
            errors.required(TEMPLATE, "");
            return;
        }
        validate(template.get(), errors);
        if (!template.get().metadata().labels().entrySet().containsAll(selector.entrySet())) {
            unmatched(template.get(), errors);
        }
    }

    public static void immutableSelector(
            Optional<LabelSelector> wanted, Optional<LabelSelector> current, FieldErrors errors) {
        FieldValidation.immutable(
                wanted.orElse(LabelSelector.EMPTY), current.orElse(LabelSelector.EMPTY), SELECTOR, errors);
    }

    private static void validate(PodTemplateSpec template, FieldErrors errors) {
        PodValidation.template(template, TEMPLATE, errors);
        FieldValidation.supported(
                template.spec().restartPolicy(),
                List.of("Always"),
                TEMPLATE.child("spec").child("restartPolicy"),
                errors);
    }

    private static void unmatched(PodTemplateSpec template, FieldErrors errors) {
        errors.invalid(
                TEMPLATE.child("metadata").child("labels"),
                LabelSelectors.shown(template.metadata().labels()),
                "`selector` does not match template `labels`");
    }
}
