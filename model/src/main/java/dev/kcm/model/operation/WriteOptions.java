package dev.kcm.model.operation;

/// How a write is meant. An empty field manager leaves it to the server, which takes the start of the user agent, as it
/// does for upstream's controllers.
///
/// @param isDryRun everything happens but the change itself
/// @param fieldManager who writes, as managedFields names it
/// @param isStrict fields nobody knows are refused
public record WriteOptions(boolean isDryRun, String fieldManager, boolean isStrict) {
    public static final WriteOptions NONE = new WriteOptions(false, "", false);

    public WriteOptions withFieldManager(String name) {
        return new WriteOptions(isDryRun, name, isStrict);
    }
}
