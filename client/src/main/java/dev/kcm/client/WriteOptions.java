package dev.kcm.client;

/// What holds for all writes of a client. `""` leaves the field manager to the server, which takes
/// the start of the user agent, as it does for upstream's controllers.
public record WriteOptions(boolean dryRun, String fieldManager) {
    public static final WriteOptions PLAIN = new WriteOptions(false, "");
}
