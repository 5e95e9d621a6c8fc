package dev.kcm.cli.advisories;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A version in Maven's order, which is the one OSV's ranges of Maven packages are meant in: numbers by value, `alpha`
/// to `snapshot` before the release, `sp` and words nobody knows after it, zeros at the end of a part not counted.
record MavenVersion(List<Token> tokens) implements Comparable<MavenVersion> {
    private static final List<String> KNOWN_WORDS =
            List.of("alpha", "beta", "milestone", "rc", "snapshot", "", "sp"); // in their order

    /// @param isAfterDot a dot stands before it; otherwise a hyphen, or nothing between a digit and a letter
    /// @param word empty for a number
    record Token(boolean isAfterDot, boolean isNumber, BigInteger number, String word) implements Comparable<Token> {
        /// What stands for nothing in the place of this.
        Token absent() {
            return new Token(isAfterDot, isNumber, BigInteger.ZERO, "");
        }

        boolean isNothing() {
            return number.signum() == 0 && word.isEmpty();
        }

        @Override
        public int compareTo(Token other) {
            if (rank() != other.rank()) {
                return Integer.compare(rank(), other.rank());
            }
            return isNumber ? number.compareTo(other.number) : compareWords(word, other.word);
        }

        /// Words come before numbers after a hyphen, those before numbers after a dot.
        private int rank() {
            return !isNumber ? 0 : isAfterDot ? 2 : 1;
        }

        private static int compareWords(String one, String other) {
            int place = KNOWN_WORDS.indexOf(one);
            int otherPlace = KNOWN_WORDS.indexOf(other);
            if (place < 0 && otherPlace < 0) {
                return one.compareTo(other);
            }
            return Integer.compare(
                    place < 0 ? KNOWN_WORDS.size() : place, otherPlace < 0 ? KNOWN_WORDS.size() : otherPlace);
        }
    }

    static MavenVersion parse(String text) {
        var tokens = new ArrayList<Token>();
        var lower = text.toLowerCase(Locale.ROOT);
        int start = 0;
        boolean isAfterDot = true;
        for (int at = 0; at <= lower.length(); at++) {
            char here = at < lower.length() ? lower.charAt(at) : '.';
            boolean isSeparator = here == '.' || here == '-' || here == '_';
            boolean isTurn = !isSeparator && at > start && isDigit(here) != isDigit(lower.charAt(at - 1));
            if (isSeparator || isTurn) {
                tokens.add(token(lower.substring(start, at), isAfterDot, isTurn && isDigit(here)));
                isAfterDot = here == '.';
                start = isSeparator ? at + 1 : at;
            }
        }
        return new MavenVersion(List.copyOf(trimmed(tokens)));
    }

    @Override
    public int compareTo(MavenVersion other) {
        int length = Math.max(tokens.size(), other.tokens.size());
        for (int at = 0; at < length; at++) {
            var mine =
                    at < tokens.size() ? tokens.get(at) : other.tokens.get(at).absent();
            var its = at < other.tokens.size() ? other.tokens.get(at) : mine.absent();
            int difference = mine.compareTo(its);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static Token token(String text, boolean isAfterDot, boolean isBeforeNumber) {
        if (text.isEmpty() || isDigit(text.charAt(0))) {
            return new Token(isAfterDot, true, text.isEmpty() ? BigInteger.ZERO : new BigInteger(text), "");
        }
        var word = switch (text) {
            case "a" -> isBeforeNumber ? "alpha" : text;
            case "b" -> isBeforeNumber ? "beta" : text;
            case "m" -> isBeforeNumber ? "milestone" : text;
            case "cr" -> "rc";
            case "ga", "final", "release" -> "";
            default -> text;
        };
        return new Token(isAfterDot, false, BigInteger.ZERO, word);
    }

    /// Without what stands for nothing at the end of each part, parts being what hyphens divide.
    private static List<Token> trimmed(List<Token> tokens) {
        int at = tokens.size() - 1;
        while (at > 0) {
            if (tokens.get(at).isNothing()) {
                tokens.remove(at);
            } else {
                while (at > 0 && tokens.get(at).isAfterDot()) {
                    at--;
                }
            }
            at--;
        }
        return tokens;
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }
}
