package dev.kcm.controllers.identity.serviceaccount;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.model.core.v1.ServiceAccount;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Instant;
import java.util.List;

/// Gives every active namespace the service account `default`, and gives it back to one that lost
/// it. Reconciles namespaces. Stateless.
public final class ServiceAccountReconciler implements Reconciler<ServiceAccountReconciler.Seen> {
    static final String ACCOUNT = "default";
    private static final String ACTIVE = "Active";

    public static final ControllerSpec SPEC = ControllerSpec.named("serviceaccount-controller")
            .alias("serviceaccount")
            .reconciles(Namespace.NAMESPACES)
            .watches(lostAccounts())
            .writes("create serviceaccounts")
            .builtBy(_ -> new ServiceAccountReconciler());

    record Seen(Namespace namespace, boolean hasAccount) {}

    @Override
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        if (!caches.showOurWritesTo(key)) {
            return new Sight.Behind<>("its own earlier writes");
        }
        return caches.find(Namespace.NAMESPACES, key)
                .<Sight<Seen>>map(namespace -> new Sight.Seen<>(new Seen(
                        namespace,
                        caches.find(ServiceAccount.SERVICE_ACCOUNTS, ObjectKey.of(key.name(), ACCOUNT))
                                .isPresent())))
                .orElseGet(Sight.Gone::new);
    }

    @Override
    public Plan decide(Seen seen) {
        if (!seen.namespace().status().phase().equals(ACTIVE)) {
            return Plan.nothing("the namespace is not active");
        }
        if (seen.hasAccount()) {
            return Plan.nothing("the account is there");
        }
        var account = ServiceAccount.builder()
                .metadata(it -> it.namespace(seen.namespace().name()).name(ACCOUNT))
                .build();
        return Plan.of("the account is missing", Step.create(ServiceAccount.SERVICE_ACCOUNTS, account));
    }

    private static Watching<ServiceAccount> lostAccounts() {
        return new Watching<>(ServiceAccount.SERVICE_ACCOUNTS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Deleted<ServiceAccount>(var account)
                    && account.name().equals(ACCOUNT)) {
                into.accept(ObjectKey.of(account.namespace()));
            }
        });
    }
}
