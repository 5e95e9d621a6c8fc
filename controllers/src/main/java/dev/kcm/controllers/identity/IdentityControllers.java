package dev.kcm.controllers.identity;

import dev.kcm.controllers.identity.bootstrapsigner.BootstrapSigner;
import dev.kcm.controllers.identity.certificateapproving.CertificateApprovingReconciler;
import dev.kcm.controllers.identity.certificatecleaner.CertificateRequestCleaner;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningReconciler;
import dev.kcm.controllers.identity.clusterroleaggregation.ClusterRoleAggregator;
import dev.kcm.controllers.identity.clustertrustbundlepublisher.ClusterTrustBundlePublisher;
import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyTokenCleaner;
import dev.kcm.controllers.identity.podcertificaterequestcleaner.PodCertificateRequestCleaner;
import dev.kcm.controllers.identity.rootcacertificatepublisher.RootCaCertificatePublisher;
import dev.kcm.controllers.identity.serviceaccount.ServiceAccountReconciler;
import dev.kcm.controllers.identity.serviceaccounttoken.ServiceAccountTokenReconciler;
import dev.kcm.controllers.identity.tokencleaner.TokenCleaner;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;

/// All of this family.
public final class IdentityControllers {
    public static final List<ControllerSpec> ALL = List.of(
            ServiceAccountTokenReconciler.SPEC,
            ServiceAccountReconciler.SPEC,
            LegacyTokenCleaner.SPEC,
            RootCaCertificatePublisher.SPEC,
            ClusterTrustBundlePublisher.SPEC,
            ClusterRoleAggregator.SPEC,
            CertificateApprovingReconciler.SPEC,
            CertificateSigningReconciler.SPEC,
            CertificateRequestCleaner.SPEC,
            PodCertificateRequestCleaner.SPEC,
            BootstrapSigner.SPEC,
            TokenCleaner.SPEC);

    private IdentityControllers() {}
}
