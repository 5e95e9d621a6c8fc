package dev.kcm.manager.access;

/// Whether a caller may do what it asks for.
public sealed interface Decision {
    record Allowed() implements Decision {}

    /// @param reason may be empty
    record Forbidden(String reason) implements Decision {}

    /// Nobody could say.
    record Unknown(String why) implements Decision {}
}
