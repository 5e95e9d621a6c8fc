package dev.kcm.apiserver.ownership;

import dev.kcm.apiserver.strategy.Strategy;
import dev.kcm.apiserver.strategy.lookup.Strategies;
import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;

/// Two objects without the halves, spec or status, in which they are equal: there is nothing to find there, and most
/// writes change one of them.
record Difference(KubeObject live, KubeObject wanted) {
    static Difference of(KubeObject live, KubeObject wanted, Resource<?> resource) {
        return live.resource().equals(resource) && wanted.resource().equals(resource)
                ? reduced(live, wanted)
                : new Difference(live, wanted);
    }

    @SuppressWarnings("unchecked") // an object's strategy is that of the resource it names itself
    private static Difference reduced(KubeObject live, KubeObject wanted) {
        Strategy<KubeObject> strategy = Strategies.of((Resource<KubeObject>) live.resource());
        return new Difference(strategy.withoutEqualParts(live, wanted), strategy.withoutEqualParts(wanted, live));
    }
}
