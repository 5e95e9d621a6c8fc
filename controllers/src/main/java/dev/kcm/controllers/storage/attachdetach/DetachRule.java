package dev.kcm.controllers.storage.attachdetach;

import java.time.Duration;

/// When a volume that nobody wants on a node any more may be detached from it.
final class DetachRule {
    /// How long a node may take to unmount.
    static final Duration UNMOUNT_TIMEOUT = Duration.ofMinutes(6);

    private DetachRule() {}

    /// @param isInUse the node says that it is mounted, or has not had a chance to say otherwise
    /// @param isReady the node says so; one that is gone is not
    record Facts(boolean isInUse, boolean isReady, boolean isOutOfService, Duration sinceRequest) {}

    enum Verdict {
        /// It may still be written to.
        WAIT,
        /// Once the node, asked again, still does not use it.
        DETACH,
        /// The node has had its time.
        FORCE_AFTER_TIMEOUT,
        /// Somebody vouches for it that the node is off.
        FORCE_OUT_OF_SERVICE;

        boolean isChecked() {
            return this == DETACH;
        }
    }

    /// @param isForceAllowed whether time alone may ever make it so
    static Verdict of(Facts facts, boolean isForceAllowed) {
        boolean isTimeUp = isForceAllowed && facts.sinceRequest().compareTo(UNMOUNT_TIMEOUT) > 0;
        boolean isForced = isTimeUp && !facts.isReady();
        if (facts.isInUse() && !isForced && !facts.isOutOfService()) {
            return Verdict.WAIT;
        }
        if (isTimeUp) {
            return Verdict.FORCE_AFTER_TIMEOUT;
        }
        return facts.isOutOfService() ? Verdict.FORCE_OUT_OF_SERVICE : Verdict.DETACH;
    }
}
