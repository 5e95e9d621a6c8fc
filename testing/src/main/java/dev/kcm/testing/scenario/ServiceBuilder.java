package dev.kcm.testing.scenario;

import dev.kcm.model.core.v1.Service;
import java.util.Map;

/// A Service with port 80 that selects pods labelled with its name.
public final class ServiceBuilder extends ObjectBuilder<Service, ServiceBuilder> {
    ServiceBuilder(Service object) {
        super(object);
    }

    @Override
    ServiceBuilder of(Service changed) {
        return new ServiceBuilder(changed);
    }

    /// Selects the pods of the owner of this name.
    public ServiceBuilder selecting(String owner) {
        return with(it -> it.withSpec(spec -> spec.selector(Map.of(Builders.LABEL, owner))));
    }

    public ServiceBuilder headless() {
        return with(it -> it.withSpec(spec -> spec.clusterIP("None")));
    }
}
