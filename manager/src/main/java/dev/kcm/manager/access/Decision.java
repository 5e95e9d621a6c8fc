package dev.kcm.manager.access;

/// Whether a request is allowed.
public sealed interface Decision {
    record Allowed() implements Decision {}

    /// @param reason may be empty
    record Forbidden(String reason) implements Decision {}

    /// Nobody could say.
    record Unknown(String why) implements Decision {}
}
