package dev.kcm.runtime.cloud;

import dev.kcm.base.log.Log;
import java.util.function.Supplier;

/// What the cloud said when asked in `observe`. Not to know is an answer of its own: nothing may be concluded from it.
public sealed interface CloudReply<T> {
    record Said<T>(T value) implements CloudReply<T> {}

    record Unknown<T>(CloudException because) implements CloudReply<T> {}

    /// @param about what is asked, for the log, where a failure is noted
    static <T> CloudReply<T> to(String about, Supplier<T> question) {
        try {
            return new Said<>(question.get());
        } catch (CloudException failed) {
            Log.of(CloudReply.class)
                    .warn("Failed to ask the cloud provider", "question", about, "err", failed.getMessage());
            return new Unknown<>(failed);
        }
    }
}
