package dev.kcm.testing.trajectory;

import java.util.List;

/// The promises that every scenario and every chaos run is held to. docs/reliability.md says what each means.
public final class Invariants {
    private Invariants() {}

    /// New ones, as they keep state.
    public static List<Invariant> all() {
        var limits = new RolloutLimits();
        var statefulPods = new StatefulPods();
        var daemonPods = new DaemonPods();
        return List.of(
                limits,
                new DeploymentAvailability(limits),
                new DeploymentSurge(limits),
                new NeededPodsStay(limits),
                new UnreadyPodsGoFirst(),
                new OnePodPerIndex(),
                statefulPods,
                new StatefulPodsStartInOrder(statefulPods),
                new StatefulUpdatesInTurn(statefulPods),
                new RetainedClaimsStay(),
                daemonPods,
                new OneDaemonPodPerNode(daemonPods),
                new DaemonUpdatesInTurn(daemonPods),
                new NothingForGoneOwners(),
                new DependentsOfLivingOwnersStay(),
                new DeletionFinalizersHold(),
                new EndpointsOfGonePodsGo(),
                new ClaimsInUseStay(),
                new BalancedServicesAreHeld(),
                new QuotaHolds(),
                new BudgetsHold(),
                new ProtectedPodGroupsStay(),
                new StorageInUseStays(),
                new TolerantPodsStay(),
                new DevicesEvictForATaint(),
                new AnswersStay(),
                new OneNodePerRange(),
                new OneClaimPerVolume(),
                new KeptVolumesStay(),
                new StorageFinalizersHold(),
                new OneNodePerVolume(),
                new MountedVolumesStay(),
                new AutoscalingLimits(),
                new StatusNeverGoesBack());
    }
}
