package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.PodTemplate;
import dev.kcm.model.defaults.PodDefaults;

/// Defaulting, validation and update rules of templates of pods that stand alone.
public final class PodTemplateStrategy {
    public static final Strategy<PodTemplate> STRATEGY = Strategy.of(PodTemplate.POD_TEMPLATES)
            .defaults(template -> template.withTemplate(PodDefaults.template(template.template())))
            .validation((template, errors) ->
                    PodValidation.template(template.template(), new FieldPath("template"), errors))
            .countsGenerations()
            .returnsDeletedObject()
            .build();

    private PodTemplateStrategy() {}
}
