package dev.kcm.controllers.identity.serviceaccount;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.List;

/// Gives every active namespace the service account `default`, and gives it back to one that lost
/// it. Reconciles namespaces. Stateless.
public final class ServiceAccountController implements Reconciler<ServiceAccountController.Snapshot> {
    static final String ACCOUNT = "default";
    private static final String ACTIVE = "Active";

    public static final ControllerSpec SPEC = ControllerSpec.named("serviceaccount-controller")
            .alias("serviceaccount")
            .reconciles(Namespace.NAMESPACES)
            .watches(lostAccounts())
            .writes("create serviceaccounts")
            .builtBy(_ -> new ServiceAccountController());

    record Snapshot(Namespace namespace, boolean hasAccount) {}

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(Namespace.NAMESPACES, key)
                .<Observation<Snapshot>>map(namespace -> new Observation.Observed<>(new Snapshot(
                        namespace,
                        caches.find(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(key.name(), ACCOUNT))
                                .isPresent())))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (!snapshot.namespace().status().phase().equals(ACTIVE)) {
            return Plan.nothing("the namespace is not active");
        }
        if (snapshot.hasAccount()) {
            return Plan.nothing("the account is there");
        }
        var account = ServiceAccount.builder()
                .metadata(it -> it.namespace(snapshot.namespace().name()).name(ACCOUNT))
                .build();
        return Plan.of("the account is missing", Step.create(account));
    }

    private static WatchMapping<ServiceAccount> lostAccounts() {
        return new WatchMapping<>(ServiceAccount.SERVICE_ACCOUNTS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Deleted<ServiceAccount>(var account)
                    && account.name().equals(ACCOUNT)) {
                into.accept(ObjectKey.of(account.namespace()));
            }
        });
    }
}
