package dev.kcm.conformance.identity;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kcm.cluster.scenario.Scenario;
import dev.kcm.cluster.stage.StageKind;

/// As a real server by default, the embedded one offers no beta versions to clients over HTTPS; in
/// process it has them.
final class BetaVersions {
    private BetaVersions() {}

    static void require(Scenario scenario) {
        assumeTrue(
                scenario.stage().kind() != StageKind.WIRE,
                "the embedded server offers no beta versions over HTTPS");
    }
}
