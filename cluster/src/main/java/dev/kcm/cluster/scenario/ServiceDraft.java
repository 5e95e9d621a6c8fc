package dev.kcm.cluster.scenario;

import dev.kcm.model.core.v1.Service;
import java.util.Map;

/// A Service with port 80 that selects pods labelled with its name.
public final class ServiceDraft extends Draft<Service, ServiceDraft> {
    ServiceDraft(Service object) {
        super(object);
    }

    @Override
    ServiceDraft of(Service changed) {
        return new ServiceDraft(changed);
    }

    /// Selects the pods of the owner of this name.
    public ServiceDraft selecting(String owner) {
        return with(it -> it.withSpec(spec -> spec.selector(Map.of(Drafts.LABEL, owner))));
    }

    public ServiceDraft headless() {
        return with(it -> it.withSpec(spec -> spec.clusterIP("None")));
    }
}
