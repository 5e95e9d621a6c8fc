package dev.kcm.manager.port;

import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import dev.kcm.runtime.loop.DecisionLog;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// A controller of the current term, as explain shows it.
///
/// @param reconciled what it reconciles, if that is one resource
/// @param isRunning whether its workers run now
/// @param failures how often in a row it could not be kept running
/// @param unhealthyReason what health says about it
/// @param decisions its last decisions about an object of a resource (by plural), oldest first
/// @param picture the graph of its state, if it has one, or the part connected with some uids
public record ExplainedController(
        String name,
        Optional<Resource<?>> reconciled,
        boolean isRunning,
        int failures,
        Optional<String> unhealthyReason,
        BiFunction<String, ObjectKey, List<DecisionLog.Entry>> decisions,
        Picture picture) {

    /// Blocks until the controller has responded, which it does quickly.
    @FunctionalInterface
    public interface Picture {
        Optional<String> of(List<String> uids) throws InterruptedException;
    }
}
