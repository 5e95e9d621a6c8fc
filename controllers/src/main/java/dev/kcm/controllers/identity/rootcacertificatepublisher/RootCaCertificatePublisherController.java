package dev.kcm.controllers.identity.rootcacertificatepublisher;

import dev.kcm.base.metrics.Metrics;
import dev.kcm.controllers.shared.authorities.PublishingMetrics;
import dev.kcm.controllers.shared.authorities.ServerAuthorities;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.model.core.v1.Namespace;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps a ConfigMap in every namespace that says whom to trust to be the API server, so that pods
/// can mount it beside their token. Reconciles namespaces; undoes changes to the bundle, leaves
/// other annotations and labels alone.
public final class RootCaCertificatePublisherController
        implements Reconciler<RootCaCertificatePublisherController.Snapshot> {
    static final String CONFIG_MAP = "kube-root-ca.crt";
    static final String KEY = "ca.crt";
    static final String DESCRIPTION = "kubernetes.io/description";
    static final String DESCRIBED =
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal"
                    + " endpoints such as the internal service IP or kubernetes.default.svc. No"
                    + " other usage is guaranteed across distributions of Kubernetes clusters.";

    public static final ControllerSpec SPEC = ControllerSpec.named("root-ca-certificate-publisher-controller")
            .alias("root-ca-cert-publisher")
            .queue("root_ca_cert_publisher")
            .reconciles(Namespace.NAMESPACES)
            .watches(changedBundles())
            .writes("create configmaps", "update configmaps")
            .builtBy(settings -> new RootCaCertificatePublisherController(
                    ServerAuthorities.of(settings), metrics(settings.metrics())));

    record Snapshot(Namespace namespace, Optional<ConfigMap> published) {}

    private final String authorities;
    private final PublishingMetrics metrics;

    /// @param authorities what is published, as PEM text
    RootCaCertificatePublisherController(String authorities, PublishingMetrics metrics) {
        this.authorities = authorities;
        this.metrics = metrics;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(Namespace.NAMESPACES, key)
                .<Observation<Snapshot>>map(namespace -> new Observation.Observed<>(new Snapshot(
                        namespace, caches.find(ConfigMap.CONFIG_MAPS, ObjectKey.of(key.name(), CONFIG_MAP)))))
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return snapshot.published().map(this::corrected).orElseGet(() -> created(snapshot.namespace()));
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        metrics.record(writes, took);
    }

    private Plan created(Namespace namespace) {
        if (namespace.isDeleting()) {
            return Plan.nothing("the namespace is being deleted");
        }
        var bundle = ConfigMap.builder()
                .metadata(it -> it.namespace(namespace.name()).name(CONFIG_MAP).putAnnotations(DESCRIPTION, DESCRIBED))
                .data(content())
                .build();
        return Plan.of("the bundle is missing", Step.create(bundle));
    }

    private Plan corrected(ConfigMap published) {
        boolean isDescribed =
                !published.annotations().getOrDefault(DESCRIPTION, "").isEmpty();
        if (isDescribed && published.data().equals(content())) {
            return Plan.nothing("the bundle is published");
        }
        var corrected = published
                .withMetadata(it -> it.putAnnotations(DESCRIPTION, DESCRIBED))
                .withData(content());
        return Plan.of("the bundle is not ours", Step.update(corrected));
    }

    static PublishingMetrics metrics(Metrics metrics) {
        var help = "Number of namespace syncs happened in root ca cert publisher.";
        return PublishingMetrics.named("root_ca_cert_publisher", help, help, metrics);
    }

    private Map<String, String> content() {
        return Map.of(KEY, authorities);
    }

    private static WatchMapping<ConfigMap> changedBundles() {
        return new WatchMapping<>(ConfigMap.CONFIG_MAPS, List.of(), (change, _, into) -> {
            if (change.object().name().equals(CONFIG_MAP) && !(change instanceof Change.Added<ConfigMap>)) {
                into.accept(ObjectKey.of(change.object().namespace()));
            }
        });
    }
}
