package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.model.resource.v1beta2.DeviceTaintRule;

/// Questions about one DeviceTaintRule.
final class Rules {
    private Rules() {}

    static boolean isEvicting(DeviceTaintRule rule) {
        return rule.spec().taint().effect().equals(EvictingTaint.EFFECT);
    }

    static DeviceTaintRule withEffect(DeviceTaintRule rule, String effect) {
        return rule.withSpec(spec -> spec.taint(rule.spec().taint().withEffect(effect)));
    }

    /// A rule without a selector selects nothing, an empty selector everything.
    static boolean selects(DeviceTaintRule rule, Pool pool, String device) {
        return rule.spec()
                .deviceSelector()
                .filter(selector -> selector.driver()
                                .filter(it -> !it.equals(pool.driver()))
                                .isEmpty()
                        && selector.pool().filter(it -> !it.equals(pool.name())).isEmpty()
                        && selector.device().filter(it -> !it.equals(device)).isEmpty())
                .isPresent();
    }
}
