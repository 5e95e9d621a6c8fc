package dev.kcm.runtime.loop;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/// A reconciler of config maps that does as the test says.
final class ScriptedReconciler implements Reconciler<ConfigMap> {
    final AtomicInteger syncs = new AtomicInteger();
    volatile Function<ConfigMap, Plan> decision = _ -> Plan.nothing("nothing to do");
    volatile Function<ConfigMap, Plan> settlement = _ -> Plan.nothing("no status");
    volatile boolean isStale;

    /// Live reads, which may fail.
    volatile Consumer<ObjectKey> reads = _ -> {};

    final AtomicInteger staleSyncs = new AtomicInteger();

    @Override
    public Observation<ConfigMap> observe(ObjectKey key, Caches caches, Instant now) {
        syncs.incrementAndGet();
        if (isStale) {
            return new Observation.Stale<>("something");
        }
        reads.accept(key);
        return caches.find(ConfigMap.CONFIG_MAPS, key)
                .<Observation<ConfigMap>>map(Observation.Observed::new)
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(ConfigMap snapshot) {
        return decision.apply(snapshot);
    }

    @Override
    public Plan settle(ConfigMap snapshot, Outcomes writes) {
        return settlement.apply(snapshot);
    }

    @Override
    public void measureStale(ObjectKey key, Resource<?> behind) {
        staleSyncs.incrementAndGet();
    }
}
