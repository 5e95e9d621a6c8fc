package dev.kcm.apiserver.strategy.resource;

import dev.kcm.apiserver.strategy.FieldPath;
import dev.kcm.apiserver.strategy.FieldValidation;
import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.resource.v1.ResourceClaimTemplate;

/// Defaulting, validation and update rules of templates of resource claims. The spec never changes.
public final class ResourceClaimTemplateStrategy {
    public static final Strategy<ResourceClaimTemplate> STRATEGY = Strategy.of(
                    ResourceClaimTemplate.RESOURCE_CLAIM_TEMPLATES)
            .defaults(template -> template.withSpec(
                    spec -> spec.spec(DeviceRequests.defaulted(template.spec().spec()))))
            .validation((template, errors) ->
                    DeviceRequests.validate(template.spec().spec(), FieldPath.SPEC.child("spec"), errors))
            .updateValidation((wanted, current, errors) ->
                    FieldValidation.immutable(wanted.spec(), current.spec(), FieldPath.SPEC, errors))
            .returnsDeletedObject()
            .build();

    private ResourceClaimTemplateStrategy() {}
}
