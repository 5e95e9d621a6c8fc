/// Scenarios: given some objects, when a user does something and the cluster is quiet again, then this
/// is its state. Written once, they run on the embedded cluster in virtual time, on a real API server,
/// and on a real cluster with upstream's controller manager.
///
/// [dev.kcm.testing.scenario.Scenario] is what a test gets (see
/// [dev.kcm.testing.junit.KubeScenario]); its steps are made by the static methods of
/// [dev.kcm.testing.scenario.Builders], [dev.kcm.testing.scenario.Actions],
/// [dev.kcm.testing.scenario.Locators] and [dev.kcm.testing.scenario.Faults]. One thread drives a
/// scenario.
@NullMarked
package dev.kcm.testing.scenario;

import org.jspecify.annotations.NullMarked;
