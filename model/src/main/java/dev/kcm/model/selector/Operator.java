package dev.kcm.model.selector;

/// What a requirement asks of a label's value.
public enum Operator {
    IN("in"),
    NOT_IN("notin"),
    EQUALS("="),
    DOUBLE_EQUALS("=="),
    NOT_EQUALS("!="),
    GREATER_THAN("gt"),
    LESS_THAN("lt"),
    EXISTS("exists"),
    DOES_NOT_EXIST("!");

    private final String word;

    Operator(String word) {
        this.word = word;
    }

    /// Upstream's name for it.
    public String word() {
        return word;
    }
}
