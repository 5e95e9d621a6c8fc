package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.apps.v1.Deployment;
import dev.kcm.model.apps.v1.ReplicaSet;
import dev.kcm.model.apps.v1.StatefulSet;
import dev.kcm.model.autoscaling.v1.Scale;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscaler;
import dev.kcm.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import dev.kcm.model.core.v1.ReplicationController;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.operation.Operation;
import dev.kcm.model.selector.Selector;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.cache.Index;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.controller.WatchMapping;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import dev.kcm.runtime.plan.Step;
import dev.kcm.runtime.queue.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Scales targets by metrics. Each autoscaler is synced once every sync period, whatever happens: what changes does
/// not hurry it, and what fails is tried again a period later. What it has recommended and done of late is in memory
/// only, as upstream.
public final class HorizontalPodAutoscalerController implements Reconciler<Snapshot> {
    static final String NAME = "horizontal-pod-autoscaler-controller";

    private static final Index<HorizontalPodAutoscaler> AUTOSCALERS_BY_NAMESPACE =
            Index.byNamespace(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS);
    private static final Index<LeanPod> PODS_BY_NAMESPACE = Index.byNamespace(LeanPod.PODS);

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("horizontalpodautoscaling")
            .component("horizontal-pod-autoscaler")
            .queue("horizontalpodautoscaler")
            .reconciles(WatchMapping.itself(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)
                    .batchedFor(options ->
                            options.of(HorizontalPodAutoscalerOptions.FLAGS).syncPeriod()))
            .indexes(AUTOSCALERS_BY_NAMESPACE)
            .indexes(PODS_BY_NAMESPACE)
            .reads(Deployment.DEPLOYMENTS)
            .reads(StatefulSet.STATEFUL_SETS)
            .reads(ReplicaSet.REPLICA_SETS)
            .reads(ReplicationController.REPLICATION_CONTROLLERS)
            .writes("update */scale", "update horizontalpodautoscalers/status")
            .workers(options -> options.of(HorizontalPodAutoscalerOptions.FLAGS).concurrentSyncs())
            .retries(options -> {
                var period = options.of(HorizontalPodAutoscalerOptions.FLAGS).syncPeriod();
                return RetryPolicy.perKeyOnly(period, period);
            })
            .failsStartWhen(HorizontalPodAutoscalerController::startupError)
            .builtBy(HorizontalPodAutoscalerController::new);

    /// How often in a row a target may change before it can be scaled, and how soon that is tried again.
    private static final int MOST_CONFLICTS = 5;

    private static final Duration AFTER_CONFLICT = Duration.ofMillis(10);

    /// As many pods as make a list of them all dearer than one more request.
    private static final int PODS_PER_REQUEST = 50;

    private final ScalingPolicy policy;
    private final ScaleReader scales;
    private final MetricsReader readings;
    private final AutoscalerMetrics metrics;
    private final Memory<Snapshot.State> states = new Memory<>();

    HorizontalPodAutoscalerController(Settings settings) {
        var served = new ServedResources(settings.inventory());
        this.policy = ScalingPolicy.of(settings.options().of(HorizontalPodAutoscalerOptions.FLAGS), settings.gates());
        this.scales = new ScaleReader(settings.live(), served);
        this.readings = new MetricsReader(settings.live(), served);
        this.metrics = AutoscalerMetrics.in(settings.metrics());
        metrics.autoscalers().observe(() -> states.values().size());
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS, key);
        if (found.isEmpty()) {
            states.forget(key);
            return new Observation.Gone<>();
        }
        var autoscaler = found.get();
        var state = states.of(key).orElse(Snapshot.State.NONE);
        var target = scales.read(autoscaler, caches, state.conflicts() > 0, now);
        var selection = target instanceof ScaleTarget.Found(var _, var scale)
                        && ScalingBounds.of(autoscaler, scale.spec().replicas(), policy.scalesToZero())
                                instanceof ScalingBounds.AskMetrics
                ? Optional.of(selection(autoscaler, scale, caches, now))
                : Optional.<Snapshot.Selection>empty();
        return new Observation.Observed<>(new Snapshot(autoscaler, policy, target, selection, state, now));
    }

    private Snapshot.Selection selection(HorizontalPodAutoscaler autoscaler, Scale scale, Caches caches, Instant now) {
        var text = scale.status().selector();
        var unreadable = PodSelection.unreadable(text);
        if (unreadable.isPresent()) {
            return unreadable.get();
        }
        var selector = Selector.parse(text);
        var inNamespace = caches.of(LeanPod.PODS).byIndex(PODS_BY_NAMESPACE, autoscaler.namespace());
        var pods = PodSelection.selected(inNamespace, selector);
        var others = selectorsOfOthers(autoscaler, caches);
        var ambiguous = PodSelection.ambiguous(autoscaler.key(), selector, pods, others);
        if (ambiguous.isPresent()) {
            return ambiguous.get();
        }
        var scope = new MetricsReader.Scope(
                autoscaler.namespace(),
                selector,
                !others.isEmpty() && inNamespace.size() <= PODS_PER_REQUEST * (others.size() + 1),
                pods.stream().map(KubeObject::name).collect(Collectors.toSet()));
        var read = autoscaler.spec().metrics().stream()
                .map(metric -> readings.read(metric, scope, now))
                .toList();
        return new Snapshot.Readings(scale, selector, pods, read);
    }

    /// Of those that have been evaluated once.
    private Map<ObjectKey, Selector> selectorsOfOthers(HorizontalPodAutoscaler autoscaler, Caches caches) {
        var others = new HashMap<ObjectKey, Selector>();
        for (var other : caches.of(HorizontalPodAutoscaler.HORIZONTAL_POD_AUTOSCALERS)
                .byIndex(AUTOSCALERS_BY_NAMESPACE, autoscaler.namespace())) {
            if (!other.name().equals(autoscaler.name())) {
                states.of(other.key())
                        .flatMap(Snapshot.State::selector)
                        .ifPresent(selector -> others.put(other.key(), selector));
            }
        }
        return others;
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        var decision = Decision.of(snapshot);
        if (!decision.rescales() || !(snapshot.target() instanceof ScaleTarget.Found(var resource, var scale))) {
            return Plan.nothing(decision.why());
        }
        var wanted = scale.withSpec(spec -> spec.replicas(decision.desired()));
        return Plan.of(
                decision.why(),
                Step.updateSubresource(resource, scale.key(), "scale", wanted).mootWhen(ApiFailure.Conflict.class));
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        var decision = Decision.of(snapshot);
        var calculator = new StatusCalculator(snapshot, decision);
        var period = policy.options().syncPeriod();
        if (!decision.rescales()) {
            return told(snapshot, decision, List.of(), calculator.unscaled()).wakingIn(period);
        }
        if (isOvertaken(snapshot, writes)) {
            return Plan.nothing("its target has changed meanwhile, and is read again")
                    .wakingIn(AFTER_CONFLICT);
        }
        var size = "New size: %d; reason: %s".formatted(decision.desired(), decision.reason());
        return refusal(writes)
                .map(error -> told(
                        snapshot,
                        decision,
                        List.of(Step.warning(
                                snapshot.autoscaler().ref(), Reasons.FAILED_RESCALE, size + "; error: " + error)),
                        calculator.refused(error)))
                .orElseGet(() -> told(
                        snapshot,
                        decision,
                        List.of(Step.event(snapshot.autoscaler().ref(), Reasons.SUCCESSFUL_RESCALE, size)),
                        calculator.scaled()))
                .wakingIn(period);
    }

    /// The events of a sync, then its status if that has changed.
    private static Plan told(
            Snapshot snapshot, Decision decision, List<Step.RecordEvent> more, HorizontalPodAutoscalerStatus status) {
        var autoscaler = snapshot.autoscaler();
        var steps = new ArrayList<Step>();
        decision.warnings()
                .forEach(warning -> steps.add(Step.warning(autoscaler.ref(), warning.reason(), warning.message())));
        steps.addAll(more);
        boolean hasChanged = !status.equals(autoscaler.status());
        if (hasChanged) {
            steps.add(Step.updateStatus(autoscaler.withStatus(status), Step.Urgency.NOW)
                    .withEvent(new Step.EventTemplate(autoscaler.ref(), "", "", Reasons.FAILED_UPDATE_STATUS, "%s")));
        }
        return Plan.inOrder(hasChanged ? "status changed" : "told again", steps);
    }

    /// Whether the target changed before it could be scaled, not too often yet; or it is gone.
    private static boolean isOvertaken(Snapshot snapshot, Outcomes writes) {
        return snapshot.state().conflicts() + 1 < MOST_CONFLICTS
                && writes.all().stream().anyMatch(Outcome.Moot.class::isInstance);
    }

    /// Why the target could not be scaled.
    private static Optional<String> refusal(Outcomes writes) {
        return writes.all().stream()
                .flatMap(outcome -> switch (outcome) {
                    case Outcome.Refused(var step, var because) when isScale(step) -> Stream.of(because.message());
                    case Outcome.Moot(var step, var because) when isScale(step) -> Stream.of(because);
                    default -> Stream.<String>empty();
                })
                .findFirst();
    }

    private static boolean isScale(Step step) {
        return step.as(Operation.Update.class)
                .filter(update -> update.target().subresource().equals("scale"))
                .isPresent();
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        var decision = Decision.of(snapshot);
        boolean wasOvertaken = decision.rescales() && isOvertaken(snapshot, writes);
        boolean wasScaled = decision.rescales() && refusal(writes).isEmpty();
        states.keep(
                snapshot.autoscaler().key(),
                wasOvertaken ? overtaken(snapshot) : remembered(snapshot, decision, wasScaled));
        if (!wasOvertaken) {
            metrics.record(snapshot, decision, wasScaled, writes.firstFailure().isPresent(), took);
        }
    }

    private static Snapshot.State overtaken(Snapshot snapshot) {
        var state = snapshot.state();
        return new Snapshot.State(state.history(), state.selector(), state.conflicts() + 1);
    }

    private Snapshot.State remembered(Snapshot snapshot, Decision decision, boolean wasScaled) {
        var history = decision.history()
                .map(recommended -> wasScaled
                        ? Normalization.scaled(
                                snapshot.autoscaler(),
                                recommended,
                                decision.current(),
                                decision.desired(),
                                policy.usualWindow(),
                                snapshot.now())
                        : recommended);
        var selector = snapshot.selection().flatMap(selection -> switch (selection) {
            case Snapshot.Readings readings -> Optional.of(readings.selector());
            case Snapshot.Unselected unselected -> unselected.selector();
        });
        return new Snapshot.State(history, selector.or(() -> snapshot.state().selector()), 0);
    }

    private static Optional<String> startupError(Settings.Options options) {
        return options.of(HorizontalPodAutoscalerOptions.FLAGS).syncPeriod().isPositive()
                ? Optional.empty()
                : Optional.of("--horizontal-pod-autoscaler-sync-period: must be longer than zero");
    }
}
