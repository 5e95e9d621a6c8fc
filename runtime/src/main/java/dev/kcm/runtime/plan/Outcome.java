package dev.kcm.runtime.plan;

import dev.kcm.client.WriteResult;
import dev.kcm.model.failure.ApiFailure;
import dev.kcm.runtime.cloud.CloudAnswer;
import java.time.Duration;
import java.util.function.Function;

/// What became of one step. A step that creates several objects has an outcome for each.
public sealed interface Outcome {
    Step step();

    /// A line for the log.
    default String describe() {
        return describe(ApiFailure::message);
    }

    /// A line for explain, whose readers may not be allowed to read the object.
    default String explain() {
        return describe(ApiFailure::summary);
    }

    private String describe(Function<ApiFailure, String> reason) {
        var what = step().describe();
        return switch (this) {
            case Applied _ -> what + ": done";
            case Recorded _, Answered _, DiskChanged _ -> what + ": done";
            case Moot(var _, var because) -> what + ": nothing to do, " + because;
            case Refused(var _, var because) -> what + ": refused, " + reason.apply(because);
            case Skipped _ -> what + ": not tried";
            case Postponed(var _, var until) -> what + ": in " + until.toMillis() + " ms";
            case Withheld _ -> what + ": withheld, shadow mode";
        };
    }

    record Applied(Step step, WriteResult result) implements Outcome {
        /// The name of the object written, also when the server chose it.
        public String name() {
            return result.key().name();
        }

        /// Empty where the server does not tell, as of what it deleted at once.
        public String uid() {
            return result.uid();
        }

        /// The version the write left it at.
        public String resourceVersion() {
            return result.resourceVersion();
        }
    }

    /// An event was given to the recorder, which sends it when it can.
    record Recorded(Step step) implements Outcome {}

    /// The cloud did what it was asked to.
    record Answered(Step step, CloudAnswer answer) implements Outcome {}

    /// The program's own disk was changed.
    record DiskChanged(Step step) implements Outcome {}

    /// The server refused and what we wanted is the case anyway: deleting what is gone, creating in
    /// a namespace that ends.
    record Moot(Step step, String because) implements Outcome {}

    record Refused(Step step, ApiFailure because) implements Outcome {}

    /// Not tried, because something before it was refused.
    record Skipped(Step step) implements Outcome {}

    /// A status write that waits for the next change, at most this long.
    record Postponed(Step step, Duration until) implements Outcome {}

    /// Shadow mode: decided, not sent.
    record Withheld(Step step) implements Outcome {}
}
