package dev.kcm.model.operation;

/// How a write is meant.
///
/// @param isDryRun everything happens but the change itself
/// @param fieldManager who writes, as managedFields names it
/// @param isStrict fields nobody knows are refused
public record WriteOptions(boolean isDryRun, String fieldManager, boolean isStrict) {
    public static final WriteOptions NONE = new WriteOptions(false, "", false);
}
