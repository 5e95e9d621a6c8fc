/// Scenarios: given some objects, when somebody does something, and all has settled, then this is
/// what the cluster looks like. Written once, they play on the embedded cluster in virtual time, on
/// a real API server, and on a real cluster with another controller manager.
///
/// [dev.kcm.testing.scenario.Scenario] is what a test gets (see
/// [dev.kcm.testing.junit.KubeScenario]); what it is told comes from the static methods of
/// [dev.kcm.testing.scenario.Builders], [dev.kcm.testing.scenario.Actions],
/// [dev.kcm.testing.scenario.Subjects] and [dev.kcm.testing.scenario.Faults]. One thread drives a
/// scenario.
@NullMarked
package dev.kcm.testing.scenario;

import org.jspecify.annotations.NullMarked;
