package dev.kcm.base.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Comma-separated lists as pflag reads and writes them: one line of CSV, so a value with a comma
/// can be put between double quotes.
final class CommaLists {
    private CommaLists() {}

    static List<String> parse(String text) {
        return text.isEmpty() ? List.of() : fields(firstLine(text));
    }

    static String print(List<String> values) {
        return "[" + write(values) + "]";
    }

    static String write(List<String> values) {
        return values.stream().map(CommaLists::writeOne).collect(Collectors.joining(","));
    }

    /// The pairs of a map flag: a single pair is taken as it is, but for quotes around it.
    static List<String> pairs(String text) {
        long equals = text.chars().filter(c -> c == '=').count();
        if (equals != 1) {
            return text.isEmpty() ? List.of("") : fields(firstLine(text));
        }
        return List.of(text.replaceAll("^\"+|\"+$", ""));
    }

    private static String firstLine(String text) {
        return text.lines()
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the list is empty"));
    }

    private static List<String> fields(String line) {
        var fields = new ArrayList<String>();
        int at = 0;
        do {
            boolean isQuoted = at < line.length() && line.charAt(at) == '"';
            int end = isQuoted ? endOfQuoted(line, at) : endOfPlain(line, at);
            String raw = line.substring(at, end);
            fields.add(isQuoted ? raw.substring(1, raw.length() - 1).replace("\"\"", "\"") : raw);
            at = end + 1;
        } while (at <= line.length());
        return List.copyOf(fields);
    }

    private static int endOfPlain(String line, int start) {
        int comma = line.indexOf(',', start);
        int end = comma < 0 ? line.length() : comma;
        if (line.substring(start, end).indexOf('"') >= 0) {
            throw new IllegalArgumentException("a double quote may only stand around a whole value of the list");
        }
        return end;
    }

    private static int endOfQuoted(String line, int start) {
        for (int at = start + 1; at < line.length(); at++) {
            if (line.charAt(at) != '"') {
                continue;
            }
            boolean isDoubled = at + 1 < line.length() && line.charAt(at + 1) == '"';
            if (isDoubled) {
                at++;
            } else if (at + 1 == line.length() || line.charAt(at + 1) == ',') {
                return at + 1;
            } else {
                break;
            }
        }
        throw new IllegalArgumentException("a quoted value of the list has no closing quote");
    }

    private static String writeOne(String value) {
        boolean needsQuotes = value.equals("\\.")
                || (!value.isEmpty()
                        && (value.startsWith(" ") || value.startsWith("\t") || value.matches("(?s).*[,\"\r\n].*")));
        return needsQuotes ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
