package dev.kcm.model.json;

/// Lays JSON out as Go's `json.MarshalIndent` does.
public final class IndentedJson {
    private final String compact;
    private final String indent;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private IndentedJson(String compact, String indent) {
        this.compact = compact;
        this.indent = indent;
    }

    /// @param compact valid JSON without white space between tokens
    /// @param indent what one level adds at the beginning of a line
    public static String of(String compact, String indent) {
        return new IndentedJson(compact, indent).laidOut();
    }

    private String laidOut() {
        for (int at = 0; at < compact.length(); at++) {
            char c = compact.charAt(at);
            switch (c) {
                case '"' -> at = copyString(at);
                case '{', '[' -> at = open(at, c);
                case '}', ']' -> {
                    depth--;
                    newLine();
                    out.append(c);
                }
                case ',' -> {
                    out.append(c);
                    newLine();
                }
                case ':' -> out.append(": ");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /// Empty objects and lists stay on their line.
    private int open(int at, char c) {
        out.append(c);
        char next = compact.charAt(at + 1);
        if (next == '}' || next == ']') {
            out.append(next);
            return at + 1;
        }
        depth++;
        newLine();
        return at;
    }

    private int copyString(int from) {
        int to = from + 1;
        while (compact.charAt(to) != '"') {
            to += compact.charAt(to) == '\\' ? 2 : 1;
        }
        out.append(compact, from, to + 1);
        return to;
    }

    private void newLine() {
        out.append('\n').append(indent.repeat(depth));
    }
}
