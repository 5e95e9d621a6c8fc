package dev.kcm.examples.preview;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.OwnerReferences;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.core.v1.ConfigMap;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Change;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Sight;
import dev.kcm.runtime.controller.Watching;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Gives every preview a Deployment, says in an annotation how it goes, and deletes the preview
/// when its time is over; the garbage collector takes the Deployment then. Stateless.
public final class PreviewReconciler implements Reconciler<PreviewReconciler.Seen> {

    public static final ControllerSpec SPEC = ControllerSpec.named("preview-controller")
            .reconciles(ConfigMap.CONFIG_MAPS)
            .watches(Watching.ownedBy(Deployment.DEPLOYMENTS, ConfigMap.CONFIG_MAPS))
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

    /// @param deployment the one of the preview's name, whoever's it is
    record Seen(ConfigMap preview, Optional<Deployment> deployment, Instant now) {

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
    public Sight<Seen> observe(ObjectKey key, Caches caches, Instant now) {
        if (!caches.showOurWritesTo(key)) {
            return new Sight.Behind<>("its own earlier writes");
        }
        return caches.find(ConfigMap.CONFIG_MAPS, key)
                .map(preview -> new Seen(preview, caches.find(Deployment.DEPLOYMENTS, key), now))
                .filter(seen -> seen.isAsked() || seen.ours().isPresent())
                .<Sight<Seen>>map(Sight.Seen::new)
                .orElseGet(Sight.Gone::new);
    }

    @Override
    public Plan decide(Seen seen) {
        if (seen.preview().isDeleting()) {
            return Plan.nothing("being deleted");
        }
        if (!seen.isAsked()) {
            return Plan.inOrder("no longer a preview", takeDown(seen));
        }
        return switch (Order.read(seen.preview().data())) {
            case Order.Reading.Wrong(var problem) -> Plan.nothing("not understood: " + problem);
            case Order.Reading.Understood(var order) -> {
                var left = Duration.between(seen.now(), seen.end(order, usualLifetime));
                yield left.isPositive() ? keep(seen, order).wakingIn(left) : over(seen);
            }
        };
    }

    private static Plan keep(Seen seen, Order order) {
        if (seen.isNameTaken()) {
            return Plan.nothing("a Deployment of this name is somebody else's");
        }
        if (seen.deployment().isEmpty()) {
            return create(seen, order);
        }
        var found = seen.deployment().get();
        var wanted = PreviewDeployment.adjusted(found, order);
        if (found.isDeleting() || wanted.equals(found)) {
            return Plan.nothing(found.isDeleting() ? "its Deployment goes" : "as ordered");
        }
        return Plan.of("the order changed", Step.update(Deployment.DEPLOYMENTS, wanted));
    }

    private static Plan create(Seen seen, Order order) {
        var telling = new Step.Telling(
                seen.preview().ref(), Reasons.CREATED, "Created deployment: %s", Reasons.FAILED, "Error creating: %s");
        return Plan.of(
                "it has no Deployment",
                new Step.Create<>(
                        Deployment.DEPLOYMENTS,
                        PreviewDeployment.create(seen.preview(), order),
                        1,
                        Optional.of(telling)));
    }

    private static Plan over(Seen seen) {
        return Plan.of(
                "its time is over",
                Step.announce(seen.preview().ref(), Reasons.ENDED, "The preview's time is over"),
                Step.delete(ConfigMap.CONFIG_MAPS, seen.preview()));
    }

    private static List<Step> takeDown(Seen seen) {
        return seen.ours().stream()
                .filter(it -> !it.isDeleting())
                .map(it -> Step.delete(Deployment.DEPLOYMENTS, it))
                .toList();
    }

    @Override
    public Plan settle(Seen seen, Outcomes writes) {
        return PreviewReport.after(seen, usualLifetime, writes);
    }

    /// A Deployment that goes leaves its name free, also one that was somebody else's.
    private static Watching<Deployment> freedNames() {
        return new Watching<>(Deployment.DEPLOYMENTS, List.of(), (change, _, into) -> {
            if (change instanceof Change.Deleted<Deployment>) {
                into.accept(change.object().key());
            }
        });
    }
}
