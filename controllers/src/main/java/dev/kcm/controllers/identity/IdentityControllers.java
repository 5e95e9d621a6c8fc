package dev.kcm.controllers.identity;

import dev.kcm.controllers.identity.clusterroleaggregation.ClusterRoleAggregator;
import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyTokenCleaner;
import dev.kcm.controllers.identity.rootcacertificatepublisher.RootCaCertificatePublisher;
import dev.kcm.controllers.identity.serviceaccount.ServiceAccountReconciler;
import dev.kcm.controllers.identity.serviceaccounttoken.ServiceAccountTokenReconciler;
import dev.kcm.runtime.controller.ControllerSpec;

import java.util.List;

/// All of this family.
public final class IdentityControllers {
    public static final List<ControllerSpec> ALL =
            List.of(
                    ServiceAccountTokenReconciler.SPEC,
                    ServiceAccountReconciler.SPEC,
                    LegacyTokenCleaner.SPEC,
                    RootCaCertificatePublisher.SPEC,
                    ClusterRoleAggregator.SPEC);

    private IdentityControllers() {}
}
