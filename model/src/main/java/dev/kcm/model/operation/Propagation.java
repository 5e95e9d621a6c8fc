package dev.kcm.model.operation;

import java.util.Arrays;
import java.util.Optional;

/// What becomes of the objects that a deleted one owns.
public enum Propagation {
    ORPHAN("Orphan"),
    BACKGROUND("Background"),
    FOREGROUND("Foreground");

    private final String text;

    Propagation(String text) {
        this.text = text;
    }

    public static Optional<Propagation> of(String text) {
        return Arrays.stream(values())
                .filter(propagation -> propagation.text.equals(text))
                .findFirst();
    }

    /// As `propagationPolicy` spells it.
    public String text() {
        return text;
    }
}
