package dev.kcm.model.selector;

/// The words and symbols of a label selector, one at a time. At the end the current one is empty.
final class SelectorTokens {
    private static final String SYMBOLS = "=!(),><";
    private static final String WHITE_SPACE = " \t\r\n";

    private final String text;
    private int position;
    private String current = "";

    SelectorTokens(String text) {
        this.text = text;
        advance();
    }

    String current() {
        return current;
    }

    boolean atEnd() {
        return current.isEmpty();
    }

    boolean is(String symbol) {
        return current.equals(symbol);
    }

    /// True on a key or value, or a word such as `in` that may be one.
    boolean isWord() {
        return !current.isEmpty() && SYMBOLS.indexOf(current.charAt(0)) < 0;
    }

    String take() {
        var taken = current;
        advance();
        return taken;
    }

    void advance() {
        while (position < text.length() && WHITE_SPACE.indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        var start = position;
        if (start < text.length()) {
            position += isSymbol(start) ? symbolLength() : wordLength();
        }
        current = text.substring(start, position);
    }

    private boolean isSymbol(int index) {
        return SYMBOLS.indexOf(text.charAt(index)) >= 0;
    }

    private int symbolLength() {
        return text.startsWith("==", position) || text.startsWith("!=", position) ? 2 : 1;
    }

    private int wordLength() {
        var end = position;
        while (end < text.length() && !isSymbol(end) && WHITE_SPACE.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end - position;
    }
}
