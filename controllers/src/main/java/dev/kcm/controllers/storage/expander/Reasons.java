package dev.kcm.controllers.storage.expander;

/// What users are told, in upstream's words.
final class Reasons {
    static final String EXTERNAL_EXPANDING = "ExternalExpanding";
    static final String RESIZE_FAILED = "VolumeResizeFailed";
    static final String RESIZE_SUCCESSFUL = "VolumeResizeSuccessful";

    private Reasons() {}
}
