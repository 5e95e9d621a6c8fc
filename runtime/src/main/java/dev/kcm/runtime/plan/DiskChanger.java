package dev.kcm.runtime.plan;

import dev.kcm.client.Client;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.model.meta.v1.Status;
import java.io.IOException;

/// Makes one change on the program's own disk and says what became of it. As with any write, one whose lease may be
/// another's by now is not made.
///
/// @param client whose gate says so
record DiskChanger(Client client) {
    private static final int INTERNAL_ERROR = 500;

    Outcome make(Step.ChangeDisk step) {
        if (!client.mayWrite()) {
            return new Outcome.Refused(step, ApiFailure.notLeader());
        }
        try {
            step.change().make();
            return new Outcome.DiskChanged(step);
        } catch (IOException failed) {
            return new Outcome.Refused(step, failure(failed));
        }
    }

    /// The exception's own text is the path alone where its class says what happened.
    private static ApiFailure failure(IOException failed) {
        return ApiFailure.of(Status.builder()
                .status("Failure")
                .reason("InternalError")
                .code(INTERNAL_ERROR)
                .message("%s: %s".formatted(failed.getClass().getSimpleName(), failed.getMessage()))
                .build());
    }
}
