package dev.kcm.controllers.storage.attachdetach;

/// Reasons of events.
final class Reasons {
    static final String FAILED_ATTACH_VOLUME = "FailedAttachVolume";
    static final String SUCCESSFUL_ATTACH_VOLUME = "SuccessfulAttachVolume";

    private Reasons() {}
}
