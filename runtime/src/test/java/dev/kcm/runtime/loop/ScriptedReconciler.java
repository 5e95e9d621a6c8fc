package dev.kcm.runtime.loop;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// A reconciler of config maps that does as the test says.
final class ScriptedReconciler implements Reconciler<ConfigMap> {
    final AtomicInteger looks = new AtomicInteger();
    volatile Function<ConfigMap, Plan> decision = _ -> Plan.nothing("nothing to do");
    volatile Function<ConfigMap, Plan> settlement = _ -> Plan.nothing("no status");
    volatile boolean isBehind;

    @Override
    public Observation<ConfigMap> observe(ObjectKey key, Caches caches, Instant now) {
        looks.incrementAndGet();
        if (isBehind || !caches.showOurWritesTo(key)) {
            return new Observation.Stale<>("something");
        }
        return caches.find(ConfigMap.CONFIG_MAPS, key)
                .<Observation<ConfigMap>>map(Observation.Observed::new)
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(ConfigMap seen) {
        return decision.apply(seen);
    }

    @Override
    public Plan settle(ConfigMap seen, Outcomes writes) {
        return settlement.apply(seen);
    }
}
