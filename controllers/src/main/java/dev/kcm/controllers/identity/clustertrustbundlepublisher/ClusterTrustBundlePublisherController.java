package dev.kcm.controllers.identity.clustertrustbundlepublisher;

import dev.kcm.controllers.shared.authorities.PublishingMetrics;
import dev.kcm.controllers.shared.authorities.ServerAuthorities;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.certificates.v1beta1.ClusterTrustBundle;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Publishes whom to trust to be the API server as a ClusterTrustBundle whose name contains its
/// content, and deletes the other bundles of that signer, which held what was true before. All of
/// them are synced together, under one key.
public final class ClusterTrustBundlePublisherController
        implements Reconciler<ClusterTrustBundlePublisherController.Snapshot> {
    static final String SIGNER = "kubernetes.io/kube-apiserver-serving";
    private static final int HASH_BYTES = 12;
    private static final ObjectKey ALL = ObjectKey.of(SIGNER);
    private static final Index<ClusterTrustBundle> BY_SIGNER = new Index<>(
            ClusterTrustBundle.CLUSTER_TRUST_BUNDLES,
            "signer",
            bundle -> List.of(bundle.spec().signerName()));

    public static final ControllerSpec SPEC = ControllerSpec.named(
                    "kube-apiserver-serving-clustertrustbundle-publisher-controller")
            .queue("ca_cert_publisher_cluster_trust_bundles")
            .reconciles(bundlesOfSigner())
            .initially(ALL)
            .indexes(BY_SIGNER)
            .writes("create clustertrustbundles", "update clustertrustbundles", "delete clustertrustbundles")
            .builtBy(settings ->
                    new ClusterTrustBundlePublisherController(ServerAuthorities.of(settings), metrics(settings)));

    /// @param bundles those of the signer
    record Snapshot(List<ClusterTrustBundle> bundles) {}

    private final String authorities;
    private final PublishingMetrics metrics;

    /// @param authorities what is published, as PEM text; with nothing to publish nothing is done
    ClusterTrustBundlePublisherController(String authorities, PublishingMetrics metrics) {
        this.authorities = authorities;
        this.metrics = metrics;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return new Observation.Observed<>(
                new Snapshot(caches.of(ClusterTrustBundle.CLUSTER_TRUST_BUNDLES).byIndex(BY_SIGNER, SIGNER)));
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (authorities.isEmpty()) {
            return Plan.nothing("nobody said whom to trust");
        }
        var name = name(authorities);
        var others = snapshot.bundles().stream()
                .filter(it -> !it.name().equals(name))
                .toList();
        return published(snapshot, name)
                .then(Plan.together(
                        others.isEmpty() ? "there is no other" : "others are outdated",
                        others.stream()
                                .map(ClusterTrustBundlePublisherController::deletion)
                                .toList()));
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        metrics.record(writes, took);
    }

    static String name(String authorities) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(authorities.getBytes(StandardCharsets.UTF_8));
            return SIGNER.replace('/', ':') + ":" + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JVM has SHA-256", impossible);
        }
    }

    private Plan published(Snapshot snapshot, String name) {
        Optional<ClusterTrustBundle> present =
                snapshot.bundles().stream().filter(it -> it.name().equals(name)).findFirst();
        if (present.isEmpty()) {
            var bundle = ClusterTrustBundle.builder()
                    .metadata(it -> it.name(name))
                    .spec(it -> it.signerName(SIGNER).trustBundle(authorities))
                    .build();
            return Plan.of("the bundle is missing", Step.create(bundle));
        }
        return present.get().spec().trustBundle().equals(authorities)
                ? Plan.nothing("the bundle is published")
                : Plan.of(
                        "the bundle is not ours",
                        Step.update(present.get().withSpec(it -> it.trustBundle(authorities))));
    }

    private static PublishingMetrics metrics(Settings settings) {
        return PublishingMetrics.named(
                "clustertrustbundle_publisher",
                "Number of syncs that occurred in cluster trust bundle publisher.",
                "The time it took to sync a cluster trust bundle.",
                settings.metrics());
    }

    private static Step deletion(ClusterTrustBundle bundle) {
        return Step.delete(bundle);
    }

    private static WatchMapping<ClusterTrustBundle> bundlesOfSigner() {
        return new WatchMapping<>(ClusterTrustBundle.CLUSTER_TRUST_BUNDLES, List.of(), (change, _, into) -> {
            if (change.object().spec().signerName().equals(SIGNER)) {
                into.accept(ALL);
            }
        });
    }
}
