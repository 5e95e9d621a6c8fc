package dev.kcm.model.selector;

/// What a requirement asks of a label's value.
public enum Operator {
    IN("in", 1, Integer.MAX_VALUE, "for 'in', 'notin' operators, values set can't be empty"),
    NOT_IN("notin", 1, Integer.MAX_VALUE, "for 'in', 'notin' operators, values set can't be empty"),
    EQUALS("=", 1, 1, "exact-match compatibility requires one single value"),
    DOUBLE_EQUALS("==", 1, 1, "exact-match compatibility requires one single value"),
    NOT_EQUALS("!=", 1, 1, "exact-match compatibility requires one single value"),
    GREATER_THAN("gt", 1, 1, "for 'Gt', 'Lt' operators, exactly one value is required"),
    LESS_THAN("lt", 1, 1, "for 'Gt', 'Lt' operators, exactly one value is required"),
    EXISTS("exists", 0, 0, "values set must be empty for exists and does not exist"),
    DOES_NOT_EXIST("!", 0, 0, "values set must be empty for exists and does not exist");

    private final String word;
    private final int fewest;
    private final int most;
    private final String rule;

    Operator(String word, int fewest, int most, String rule) {
        this.word = word;
        this.fewest = fewest;
        this.most = most;
        this.rule = rule;
    }

    /// Upstream's name for it.
    public String word() {
        return word;
    }

    boolean takes(int values) {
        return values >= fewest && values <= most;
    }

    /// How many values it takes, in upstream's wording.
    String rule() {
        return rule;
    }

    boolean comparesNumbers() {
        return this == GREATER_THAN || this == LESS_THAN;
    }
}
