package dev.kcm.manager.run;

import dev.kcm.manager.registry.CloudProvider;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Node;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.plan.Plan;
import java.time.Instant;
import java.util.List;

/// A cloud that has routes, and nothing to do for them.
public final class TestCloud implements CloudProvider {
    static final String ROUTES = "node-route-controller";

    @Override
    public String name() {
        return "test";
    }

    @Override
    public List<ControllerSpec> controllers() {
        return List.of(ControllerSpec.named(ROUTES)
                .alias("route")
                .reconciles(Node.NODES)
                .builtBy(_ -> new Routes()));
    }

    private static final class Routes implements Reconciler<Node> {
        @Override
        public Observation<Node> observe(ObjectKey key, Caches caches, Instant now) {
            return caches.find(Node.NODES, key)
                    .<Observation<Node>>map(Observation.Observed::new)
                    .orElseGet(Observation.Gone::new);
        }

        @Override
        public Plan decide(Node node) {
            return Plan.nothing("every node has a route in this cloud");
        }
    }
}
