package dev.kcm.testing.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests that take a [dev.kcm.testing.scenario.Scenario] as parameter run it on a cluster of their
/// own, or in a namespace of their own of a real one; see [dev.kcm.testing.backend.BackendChoice].
///
/// On the embedded cluster more is checked than the scenario says: once quiet, the controllers write
/// nothing more, also when restarted; they write nothing but what they declare; and a scenario
/// without faults ends in the same state when it is run again, and when the controllers crash on the
/// way. For that a test method is called several times; everything it
/// needs must be made in it.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(KubeScenarioExtension.class)
public @interface KubeScenario {
    /// The only controllers of the manager that run, by upstream's names; controllers of one's own
    /// join them with [OwnController].
    String[] controllers() default {};

    /// Further flags, as kube-controller-manager takes them.
    String[] managerFlags() default {};

    /// How many nodes the embedded cluster has.
    int nodes() default 3;

    /// Whether our controllers see all of a real cluster, not only the scenario's namespace: for
    /// those that reconcile objects of other namespaces. No two scenarios with such controllers may run
    /// at the same time.
    boolean wholeCluster() default false;
}
