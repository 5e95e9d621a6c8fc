package dev.kcm.runtime.plan;

import dev.kcm.client.Client;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cloud.CloudException;
import dev.kcm.runtime.cloud.CloudProvider;
import java.util.Optional;

/// Makes one call of the cloud and says what became of it. A call is a write like any other: one whose lease may be
/// another's by now is not made.
///
/// @param client whose gate says so
record CloudCaller(Client client, Optional<CloudProvider> provider) {
    Outcome make(Step.CallCloud step) {
        if (!client.mayWrite()) {
            return new Outcome.Refused(step, ApiFailure.notLeader());
        }
        try {
            return new Outcome.Answered(step, step.call().on(provider.orElseThrow(CloudCaller::none)));
        } catch (CloudException failed) {
            return new Outcome.Refused(step, failed.failure());
        }
    }

    private static CloudException none() {
        return new CloudException("no cloud provider provided");
    }
}
