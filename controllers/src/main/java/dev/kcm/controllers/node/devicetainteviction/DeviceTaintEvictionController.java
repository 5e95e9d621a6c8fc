package dev.kcm.controllers.node.devicetainteviction;

import dev.kcm.controllers.shared.resourceclaims.PodClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.lean.LeanPod;
import dev.kcm.model.resource.v1.DeviceClass;
import dev.kcm.model.resource.v1.ResourceClaim;
import dev.kcm.model.resource.v1.ResourceSlice;
import dev.kcm.model.resource.v1beta2.DeviceTaintRule;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Memory;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcome;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Deletes pods that use tainted devices ([PodEviction]) and says so in the status of rules ([RuleStatus]).
///
/// Remembers which pods are about to go, to tell when they need not any more, and how many pods each rule has evicted.
/// When a pod goes depends on the taint's own time, so that a restart delays nobody.
public final class DeviceTaintEvictionController implements Reconciler<Snapshot> {
    static final String NAME = "device-taint-eviction-controller";

    /// Without rules, whose API most servers do not serve.
    public static final ControllerSpec SPEC =
            spec().writes("patch pods/status", "delete pods").builtBy(DeviceTaintEvictionController::new);

    public static final ControllerSpec SPEC_WITH_RULES = spec().watches(TaintWatches.rules())
            .watches(TaintWatches.rulesOfClaims())
            .writes("patch pods/status", "delete pods", "patch devicetaintrules/status")
            .builtBy(DeviceTaintEvictionController::new);

    /// @param uid another rule of the same name starts anew
    private record Evicted(String uid, int count) {
        Evicted and(Evicted more) {
            return uid.equals(more.uid) ? new Evicted(uid, count + more.count) : more;
        }
    }

    private final boolean hasRules;
    private final EvictionMetrics metrics;

    /// The uid of each pod that is to go.
    private final Memory<String> pending = new Memory<>();

    private final Memory<Evicted> evicted = new Memory<>();

    private DeviceTaintEvictionController(Settings settings) {
        this.hasRules = settings.gates().isEnabled("DRADeviceTaintRules");
        this.metrics = new EvictionMetrics(settings.metrics());
    }

    private static ControllerSpec.Builder spec() {
        return ControllerSpec.named(NAME)
                .reconciles(TaintWatches.pods())
                .watches(TaintWatches.claims())
                .watches(TaintWatches.slices())
                .reads(DeviceClass.DEVICE_CLASSES)
                .indexes(Pool.SLICES)
                .workers(options -> options.of(DeviceTaintEvictionOptions.FLAGS).concurrentSyncs());
    }

    @Override
    public Optional<ObjectRef> subject(ObjectKey key) {
        return TaintWatches.isRuleKey(key)
                ? Optional.of(new ObjectRef(DeviceTaintRule.DEVICE_TAINT_RULES, TaintWatches.ruleOf(key), ""))
                : Optional.empty();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        return TaintWatches.isRuleKey(key) ? rule(TaintWatches.ruleOf(key), caches, now) : pod(key, caches, now);
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return switch (snapshot) {
            case Snapshot.OfPod pod -> PodEviction.decide(pod);
            case Snapshot.OfRule rule -> RuleStatus.decide(rule);
        };
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        if (!(snapshot instanceof Snapshot.OfPod of)) {
            return;
        }
        var key = of.pod().key();
        if (writes.all().stream().anyMatch(DeviceTaintEvictionController::isDeletion)) {
            var eviction = of.eviction().orElseThrow();
            pending.forget(key);
            metrics.deleted(Duration.between(eviction.at(), of.now()));
            eviction.rules().forEach(rule -> evicted.merge(rule.key(), new Evicted(rule.uid(), 1), Evicted::and));
        } else if (PodEviction.isPending(of)) {
            pending.keep(key, of.pod().uid());
        } else {
            pending.forget(key);
        }
    }

    private static boolean isDeletion(Outcome outcome) {
        return outcome instanceof Outcome.Applied applied && applied.step().isDelete();
    }

    private Observation<Snapshot> pod(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(LeanPod.PODS, key);
        if (found.isEmpty()) {
            pending.forget(key);
            return new Observation.Gone<>();
        }
        var pod = found.get();
        boolean wasPending = pending.of(key).filter(pod.uid()::equals).isPresent();
        return new Observation.Observed<>(new Snapshot.OfPod(pod, taints(caches).evictionOf(pod), wasPending, now));
    }

    private Observation<Snapshot> rule(ObjectKey key, Caches caches, Instant now) {
        var found = caches.find(DeviceTaintRule.DEVICE_TAINT_RULES, key);
        if (found.isEmpty()) {
            evicted.forget(key);
            return new Observation.Gone<>();
        }
        var rule = found.get();
        var claims = caches.of(ResourceClaim.RESOURCE_CLAIMS).all().stream()
                .filter(claim -> TaintWatches.selects(rule, claim))
                .toList();
        int count = evicted.of(key)
                .filter(it -> it.uid().equals(rule.uid()))
                .map(Evicted::count)
                .orElse(0);
        return new Observation.Observed<>(new Snapshot.OfRule(
                rule, affected(rule, claims, caches), count, published(rule, caches), allocated(rule, claims), now));
    }

    /// The pods that go because of a rule, or would if it evicted.
    private List<LeanPod> affected(DeviceTaintRule rule, List<ResourceClaim> claims, Caches caches) {
        var taints = taints(caches).withOnly(Rules.withEffect(rule, EvictingTaint.EFFECT));
        var seen = new HashSet<String>();
        return claims.stream()
                .flatMap(claim -> claim.status().reservedFor().stream()
                        .filter(PodClaims::isPod)
                        .flatMap(consumer -> caches
                                .find(LeanPod.PODS, ObjectKey.of(claim.namespace(), consumer.name()))
                                .filter(pod -> pod.uid().equals(consumer.uid()))
                                .stream()))
                .filter(pod -> !pod.isDeleting() && seen.add(pod.uid()))
                .filter(pod -> taints.evictionOf(pod)
                        .filter(eviction -> eviction.isBecauseOf(rule.uid()))
                        .isPresent())
                .toList();
    }

    private int published(DeviceTaintRule rule, Caches caches) {
        var taints = taints(caches);
        return (int) caches.of(ResourceSlice.RESOURCE_SLICES).all().stream()
                .map(Pool::of)
                .distinct()
                .flatMap(pool -> taints.published(pool).filter(device -> Rules.selects(rule, pool, device.name())))
                .count();
    }

    private static int allocated(DeviceTaintRule rule, List<ResourceClaim> claims) {
        return (int) claims.stream()
                .flatMap(Pool::devices)
                .filter(device -> Rules.selects(rule, Pool.of(device), device.device()))
                .count();
    }

    private DeviceTaints taints(Caches caches) {
        var slices = caches.of(ResourceSlice.RESOURCE_SLICES);
        return new DeviceTaints(
                pool -> slices.byIndex(Pool.SLICES, pool),
                hasRules ? caches.of(DeviceTaintRule.DEVICE_TAINT_RULES).all() : List.of(),
                caches.of(ResourceClaim.RESOURCE_CLAIMS)::find);
    }
}
