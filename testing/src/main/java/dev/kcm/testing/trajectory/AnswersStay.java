package dev.kcm.testing.trajectory;

import dev.kcm.model.resource.v1alpha3.ResourcePoolStatusRequest;
import java.util.function.Consumer;

/// What was answered to a request about pools of devices is not changed any more: whoever reads it twice reads the
/// same.
final class AnswersStay implements Invariant {
    private static final String NAME = "answers-stay";

    @Override
    public void check(ObservedChange change, World world, Consumer<Violation> violations) {
        if (!(change.object() instanceof ResourcePoolStatusRequest request)
                || change.isRemoval()
                || world.userWrites().changed(request)) {
            return;
        }
        change.before()
                .map(before -> ((ResourcePoolStatusRequest) before).status())
                .filter(status -> status.isPresent() && !status.equals(request.status()))
                .ifPresent(_ -> violations.accept(Violation.of(NAME, request, "was answered a second time", change)));
    }
}
