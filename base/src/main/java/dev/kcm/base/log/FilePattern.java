package dev.kcm.base.log;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Shell patterns over file names: `*`, `?`, `[a-z]`, `[^a-z]` and a backslash before a literal. A
/// malformed pattern matches nothing.
final class FilePattern {
    private FilePattern() {}

    static boolean matches(String pattern, String name) {
        try {
            return Pattern.matches(toRegex(pattern), name);
        } catch (PatternSyntaxException _) {
            return false;
        }
    }

    private static String toRegex(String pattern) {
        var regex = new StringBuilder();
        boolean inClass = false;
        for (int at = 0; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (c == '\\' && at + 1 < pattern.length()) {
                regex.append(Pattern.quote(String.valueOf(pattern.charAt(++at))));
            } else if (inClass) {
                inClass = c != ']';
                regex.append(c == '[' || c == '&' ? "\\" + c : String.valueOf(c));
            } else {
                inClass = c == '[';
                regex.append(
                        switch (c) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            case '[' -> "[";
                            default -> Pattern.quote(String.valueOf(c));
                        });
            }
        }
        return regex.toString();
    }
}
