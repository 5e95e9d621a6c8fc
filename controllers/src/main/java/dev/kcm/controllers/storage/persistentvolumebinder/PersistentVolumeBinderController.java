package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.controllers.shared.volumes.PodVolumeClaims;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.ObjectRef;
import dev.kcm.model.core.v1.Node;
import dev.kcm.model.core.v1.PersistentVolume;
import dev.kcm.runtime.cache.Caches;
import dev.kcm.runtime.controller.ControllerSpec;
import dev.kcm.runtime.controller.Observation;
import dev.kcm.runtime.controller.Reconciler;
import dev.kcm.runtime.controller.Settings;
import dev.kcm.runtime.plan.Outcomes;
import dev.kcm.runtime.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Binds claims ([ClaimDecision]) and volumes ([VolumeDecision]) to each other; keys of both share its queue and its
/// one worker. Remembers which volumes it has just written, which pods it has started to scrub volumes, and what its
/// metrics count.
public final class PersistentVolumeBinderController implements Reconciler<Snapshot> {
    static final String NAME = "persistentvolume-binder-controller";

    public static final ControllerSpec SPEC = ControllerSpec.named(NAME)
            .alias("persistentvolume-binder")
            .component("persistentvolume-controller")
            .queue("claims")
            .reconciles(BinderWatches.claims())
            .watches(BinderWatches.volumes())
            .watches(BinderWatches.recyclers())
            .indexes(PodVolumeClaims.PODS_BY_CLAIM)
            .indexes(StorageClasses.DEFAULTS)
            .reads(Node.NODES)
            .tallies(AvailableVolumes.BY_SHELF)
            .tallies(WaitingClaims.BY_QUEUE)
            .writes(
                    "create persistentvolumes",
                    "update persistentvolumes",
                    "update persistentvolumes/status",
                    "delete persistentvolumes",
                    "update persistentvolumeclaims",
                    "update persistentvolumeclaims/status",
                    "create pods",
                    "delete pods")
            .failsStartWhen(PersistentVolumeBinderController::startupError)
            .builtBy(PersistentVolumeBinderController::new);

    private final BinderObserver observer;
    private final ClaimDecision claims;
    private final VolumeDecision volumes;
    private final BinderMetrics metrics;

    PersistentVolumeBinderController(Settings settings) {
        var options = settings.options().of(PersistentVolumeBinderOptions.FLAGS);
        var hostPathRecyclers = RecyclerPods.of(options.hostPath());
        var nfsRecyclers = RecyclerPods.of(options.nfs());
        var plugins = new VolumePlugins(List.of(
                new HostPathPlugin(options.hostPathProvisioning(), hostPathRecyclers), new NfsPlugin(nfsRecyclers)));
        var reclaim = new Reclaim(plugins, new Recycling(), options.syncPeriod());
        this.claims = new ClaimDecision(new Provisioning(plugins, options.dynamicProvisioning()), options.syncPeriod());
        this.volumes = new VolumeDecision(reclaim);
        this.observer = new BinderObserver(settings.live(), reclaim, plugins);
        this.metrics = new BinderMetrics(settings.metrics(), plugins);
    }

    @Override
    public Optional<ObjectRef> subject(ObjectKey key) {
        return BinderWatches.isVolumeKey(key)
                ? Optional.of(new ObjectRef(PersistentVolume.PERSISTENT_VOLUMES, BinderWatches.volumeOf(key), ""))
                : Optional.empty();
    }

    @Override
    public Observation<Snapshot> observe(ObjectKey key, Caches caches, Instant now) {
        var observation = BinderWatches.isVolumeKey(key)
                ? observer.volume(BinderWatches.volumeOf(key), caches)
                : observer.claim(key, caches);
        metrics.observed(key, observation, now);
        return observation;
    }

    @Override
    public Plan decide(Snapshot snapshot) {
        return switch (snapshot) {
            case Snapshot.OfClaim claim -> claims.decide(claim);
            case Snapshot.OfVolume volume -> volumes.decide(volume);
        };
    }

    @Override
    public Plan settle(Snapshot snapshot, Outcomes writes) {
        return switch (snapshot) {
            case Snapshot.OfClaim claim -> claims.settle(claim, writes);
            case Snapshot.OfVolume volume -> volumes.settle(volume, writes);
        };
    }

    @Override
    public void measure(Snapshot snapshot, Outcomes writes, Duration took) {
        observer.keep(snapshot, writes);
        metrics.synced(snapshot, writes, took);
    }

    private static Optional<String> startupError(Settings.Options options) {
        var binder = options.of(PersistentVolumeBinderOptions.FLAGS);
        return Stream.of(binder.hostPath(), binder.nfs())
                .flatMap(recycler -> RecyclerTemplate.error(recycler.podTemplateFile()).stream())
                .findFirst();
    }
}
