package dev.kcm.apiserver.strategy.core;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.model.core.v1.LimitRange;
import dev.kcm.model.core.v1.LimitRangeItem;
import dev.kcm.model.defaults.Defaults;
import java.util.HashMap;

/// Defaulting, validation and update rules of limit ranges.
public final class LimitRangeStrategy {
    public static final Strategy<LimitRange> STRATEGY = Strategy.of(LimitRange.LIMIT_RANGES)
            .defaults(it ->
                    it.withSpec(spec -> spec.limits(Defaults.all(it.spec().limits(), LimitRangeStrategy::defaulted))))
            .build();

    private LimitRangeStrategy() {}

    /// Of containers, the default limit is the maximum and the default request the default limit or
    /// else the minimum.
    private static LimitRangeItem defaulted(LimitRangeItem item) {
        if (!item.type().equals("Container")) {
            return item;
        }
        var limits = new HashMap<>(item.max());
        limits.putAll(item.default_());
        var requests = new HashMap<>(item.min());
        requests.putAll(limits);
        requests.putAll(item.defaultRequest());
        return item.toBuilder().default_(limits).defaultRequest(requests).build();
    }
}
