package dev.kcm.model.wire;

/// A value that can stand for another in every respect. Equality is not enough for that: equal
/// quantities may be spelled differently.
public interface Shareable {
    /// True if scalars and texts are equal and all other parts are the very same objects.
    boolean hasSameParts(Object other);
}
