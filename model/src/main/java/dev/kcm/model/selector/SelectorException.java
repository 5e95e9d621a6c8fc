package dev.kcm.model.selector;

/// A selector that cannot be understood; the message is upstream's.
public final class SelectorException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public SelectorException(String problem) {
        super(problem);
    }
}
