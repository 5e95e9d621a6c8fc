package dev.kcm.cluster;

import dev.kcm.base.VirtualClock;
import java.time.Instant;
import java.util.List;

/// Clusters in virtual time for the tests of this module; everybody else has `@KubeCluster` of the
/// module `testing`, which is built on this one.
public final class TestClusters {
    private TestClusters() {}

    /// @param managerFlags as kube-controller-manager takes them
    public static Cluster start(String... managerFlags) throws InterruptedException {
        return Cluster.start(ClusterSettings.inProcess()
                .withClock(new VirtualClock(Instant.parse("2026-01-01T00:00:00Z")))
                .withManagerFlags(List.of(managerFlags)));
    }
}
