package dev.kcm.manager.run;

import dev.kcm.runtime.cloud.CloudProvider;
import dev.kcm.runtime.cloud.Route;
import dev.kcm.runtime.cloud.Routes;
import java.util.List;
import java.util.Optional;

/// A cloud that has routes, and nothing else.
public final class TestCloud implements CloudProvider, Routes {
    static final String ROUTES = "node-route-controller";

    @Override
    public String name() {
        return "test";
    }

    @Override
    public Optional<Routes> routes() {
        return Optional.of(this);
    }

    @Override
    public List<Route> list(String clusterName) {
        return List.of();
    }

    @Override
    public void create(String clusterName, String nameHint, Route route) {}

    @Override
    public void delete(String clusterName, Route route) {}
}
