package dev.kcm.cluster.cloud;

import dev.kcm.runtime.cloud.Route;
import dev.kcm.runtime.cloud.Routes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// Routes that lead nowhere, as there is no network.
final class SimulatedRoutes implements Routes {
    private final Map<String, Route> byName = new ConcurrentSkipListMap<>();

    @Override
    public List<Route> list(String clusterName) {
        return List.copyOf(byName.values());
    }

    @Override
    public void create(String clusterName, String nameHint, Route route) {
        var name = nameHint + " " + route.destination();
        byName.put(
                name,
                new Route(name, route.targetNode(), route.targetAddresses(), route.destination(), route.isBlackhole()));
    }

    @Override
    public void delete(String clusterName, Route route) {
        byName.remove(route.name());
    }
}
