/// Scenarios: given some objects, when somebody does something, and all has settled, then this is
/// what the cluster looks like. Written once, they play on the embedded cluster in virtual time, on
/// a real API server, and on a real cluster with another controller manager.
///
/// [dev.kcm.cluster.scenario.Scenario] is what a test gets (see
/// [dev.kcm.cluster.junit.KubeScenario]); what it is told comes from the static methods of
/// [dev.kcm.cluster.scenario.Builders], [dev.kcm.cluster.scenario.Actions],
/// [dev.kcm.cluster.scenario.Subjects] and [dev.kcm.cluster.scenario.Faults]. One thread drives a
/// scenario.
@NullMarked
package dev.kcm.cluster.scenario;

import org.jspecify.annotations.NullMarked;
