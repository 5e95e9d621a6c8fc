package dev.kcm.controllers.identity;

import dev.kcm.controllers.identity.bootstrapsigner.BootstrapSignerController;
import dev.kcm.controllers.identity.certificateapproving.CertificateSigningRequestApprovingController;
import dev.kcm.controllers.identity.certificatecleaner.CertificateSigningRequestCleanerController;
import dev.kcm.controllers.identity.certificatesigning.CertificateSigningRequestSigningController;
import dev.kcm.controllers.identity.clusterroleaggregation.ClusterRoleAggregationController;
import dev.kcm.controllers.identity.clustertrustbundlepublisher.ClusterTrustBundlePublisherController;
import dev.kcm.controllers.identity.legacyserviceaccounttokencleaner.LegacyServiceAccountTokenCleanerController;
import dev.kcm.controllers.identity.podcertificaterequestcleaner.PodCertificateRequestCleanerController;
import dev.kcm.controllers.identity.rootcacertificatepublisher.RootCaCertificatePublisherController;
import dev.kcm.controllers.identity.serviceaccount.ServiceAccountController;
import dev.kcm.controllers.identity.serviceaccounttoken.ServiceAccountTokenController;
import dev.kcm.controllers.identity.tokencleaner.TokenCleanerController;
import dev.kcm.runtime.controller.ControllerSpec;
import java.util.List;

/// All of this family.
public final class IdentityControllers {
    public static final List<ControllerSpec> ALL = List.of(
            ServiceAccountTokenController.SPEC,
            ServiceAccountController.SPEC,
            LegacyServiceAccountTokenCleanerController.SPEC,
            RootCaCertificatePublisherController.SPEC,
            ClusterTrustBundlePublisherController.SPEC,
            ClusterRoleAggregationController.SPEC,
            CertificateSigningRequestApprovingController.SPEC,
            CertificateSigningRequestSigningController.SPEC,
            CertificateSigningRequestCleanerController.SPEC,
            PodCertificateRequestCleanerController.SPEC,
            BootstrapSignerController.SPEC,
            TokenCleanerController.SPEC);

    private IdentityControllers() {}
}
