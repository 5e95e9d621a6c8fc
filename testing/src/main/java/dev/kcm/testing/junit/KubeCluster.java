package dev.kcm.testing.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives each test a cluster: API server, controllers, scheduling and simulated nodes, in memory.
/// Controllers of one's own join in with [OwnController].
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(KubeClusterExtension.class)
public @interface KubeCluster {
    /// How many nodes there are at first.
    int nodes() default 3;

    /// Time stands still but for `Cluster.advance`; otherwise it is the real one.
    boolean virtualTime() default true;

    /// Whether HTTPS is served on a free port of loopback, for other clients; see `Cluster.url` and
    /// `Cluster.kubeconfig`.
    boolean served() default false;

    /// As kube-controller-manager takes them.
    String[] managerFlags() default {};
}
