/// A cluster in a JUnit test: put [KubeCluster] on a class or method and ask for a
/// [dev.kcm.cluster.Cluster] or a [dev.kcm.client.Client] as parameter. Every test has a cluster of
/// its own, so tests may run in parallel.
@NullMarked
package dev.kcm.testing.junit;

import org.jspecify.annotations.NullMarked;
