package dev.kcm.examples.preview;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
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
import java.util.Optional;

/// Creates a Deployment for every preview, reports its status in an annotation, and deletes the preview
/// when it expires; the garbage collector deletes the Deployment then. Stateless.
public final class PreviewReconciler implements Reconciler<PreviewReconciler.Snapshot> {

    public static final ControllerSpec SPEC = ControllerSpec.named("preview-controller")
            .reconciles(ConfigMap.CONFIG_MAPS)
            .watches(WatchMapping.ownedBy(Deployment.DEPLOYMENTS, ConfigMap.CONFIG_MAPS))
            .watches(freedNames())
            .writes(
                    "create deployments",
                    "update deployments",
                    "delete deployments",
                    "patch configmaps",
                    "delete configmaps")
            .workers(options -> options.of(PreviewOptions.FLAGS).concurrent())
            .builtBy(settings -> new PreviewReconciler(
                    settings.options().of(PreviewOptions.FLAGS).lifetime()));

    /// @param deployment the one of the preview's name, whoever owns it
    record Snapshot(ConfigMap preview, Optional<Deployment> deployment, Instant now) {

        boolean isAsked() {
            return preview.labels().containsKey(Labels.PREVIEW);
        }

        Optional<Deployment> ours() {
            return deployment.filter(it -> OwnerReferences.isControlledBy(it, preview));
        }

        boolean isNameTaken() {
            return deployment.isPresent() && ours().isEmpty();
        }

        Instant end(Order order, Duration usualLifetime) {
            return preview.metadata()
                    .creationTimestamp()
                    .orElse(now)
                    .plus(order.lifetime().orElse(usualLifetime));
        }
    }

    private final Duration usualLifetime;

    PreviewReconciler(Duration usualLifetime) {
        this.usualLifetime = usualLifetime;
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return caches.find(ConfigMap.CONFIG_MAPS, key)
                .map(preview -> new Snapshot(preview, caches.find(Deployment.DEPLOYMENTS, key), now))
                .filter(snapshot -> snapshot.isAsked() || snapshot.ours().isPresent())
                .<Observation<Snapshot>>map(Observation.Observed::new)
                .orElseGet(Observation.Gone::new);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        if (snapshot.preview().isDeleting()) {
            return Plan.nothing("being deleted");
        }
        if (!snapshot.isAsked()) {
            return Plan.inOrder("no longer a preview", takeDown(snapshot));
        }
        return switch (Order.read(snapshot.preview().data())) {
            case Order.Reading.Invalid(var problem) -> Plan.nothing("invalid: " + problem);
            case Order.Reading.Valid(var order) -> {
                var left = Duration.between(snapshot.now(), snapshot.end(order, usualLifetime));
                yield left.isPositive() ? keep(snapshot, order).wakingIn(left) : over(snapshot);
            }
        };
    }

    private static Plan keep(Snapshot snapshot, Order order) {
        if (snapshot.isNameTaken()) {
            return Plan.nothing("a Deployment of this name has another owner");
        }
        if (snapshot.deployment().isEmpty()) {
            return create(snapshot, order);
        }
        var found = snapshot.deployment().get();
        var wanted = PreviewDeployment.adjusted(found, order);
        if (found.isDeleting() || wanted.equals(found)) {
            return Plan.nothing(found.isDeleting() ? "its Deployment is being deleted" : "as ordered");
        }
        return Plan.of("the order changed", Step.update(wanted));
    }

    private static Plan create(Snapshot snapshot, Order order) {
        var event = new Step.EventTemplate(
                snapshot.preview().ref(),
                Reasons.CREATED,
                "Created deployment: %s",
                Reasons.FAILED,
                "Error creating: %s");
        return Plan.of(
                "it has no Deployment",
                Step.create(PreviewDeployment.create(snapshot.preview(), order)).withEvent(event));
    }

    private static Plan over(Snapshot snapshot) {
        return Plan.of(
                "it has expired",
                Step.event(snapshot.preview().ref(), Reasons.ENDED, "The preview's time is over"),
                Step.delete(snapshot.preview()));
    }

    private static List<Step> takeDown(Snapshot snapshot) {
        return snapshot.ours().stream()
                .filter(it -> !it.isDeleting())
                .<Step>map(Step::delete)
                .toList();
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return PreviewReport.after(snapshot, usualLifetime, writes);
    }

    /// A Deployment that is deleted leaves its name free, also one with another owner.
    private static WatchMapping<Deployment> freedNames() {
        return new WatchMapping<>(Deployment.DEPLOYMENTS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Deleted<Deployment>) {
                into.accept(change.object().key());
            }
        });
    }
}
