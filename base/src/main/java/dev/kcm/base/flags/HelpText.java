package dev.kcm.base.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The help of a [FlagSet], section by section.
public final class HelpText {
    private static final int INDENT = 16;
    private static final int NARROWEST = 40;

    private HelpText() {}

    /// With `columns` 0 (no terminal) each flag is one line, as pflag prints it into a pipe;
    /// otherwise descriptions are wrapped below their flags.
    public static String of(FlagSet flags, int columns) {
        var out = new StringBuilder();
        flags.sections().forEach((name, section) -> {
            out.append('\n').append(title(name)).append(" flags:\n\n");
            appendSection(out, section.stream().filter(HelpText::isShown).toList(), columns);
        });
        return out.toString();
    }

    /// Deprecated flags still work but are not advertised.
    private static boolean isShown(Flag<?> flag) {
        return flag.deprecated().isEmpty();
    }

    /// A section's heading: its first letter in upper case.
    public static String title(String section) {
        return section.substring(0, 1).toUpperCase(Locale.ROOT) + section.substring(1);
    }

    private static void appendSection(StringBuilder out, List<Flag<?>> flags, int columns) {
        int widest = flags.stream().mapToInt(flag -> left(flag).length()).max().orElse(0);
        for (var flag : flags) {
            String left = left(flag);
            if (columns < NARROWEST) {
                String padding = " ".repeat(widest - left.length() + 3);
                String separator = "\n" + " ".repeat(widest + 3);
                out.append(left).append(padding).append(right(flag).replace("\n", separator));
            } else {
                out.append(left);
                wrapped(right(flag), columns - INDENT)
                        .forEach(line -> out.append('\n').repeat(' ', INDENT).append(line));
            }
            out.append('\n');
        }
    }

    private static String left(Flag<?> flag) {
        String name = flag.shorthand()
                .map(letter -> "  -" + letter + ", --" + flag.name())
                .orElse("      --" + flag.name());
        boolean isBool = flag.type().name().equals("bool");
        String bare = flag.type()
                .bare()
                .filter(_ -> !isBool)
                .map(text -> "[=" + text + "]")
                .orElse("");
        return name + (isBool ? "" : " " + flag.type().name()) + bare;
    }

    private static String right(Flag<?> flag) {
        return flag.help()
                + flag.shownDefault().map(text -> " (default " + text + ")").orElse("");
    }

    private static List<String> wrapped(String text, int width) {
        var lines = new ArrayList<String>();
        for (String paragraph : text.split("\n", -1)) {
            var line = new StringBuilder();
            for (String word : paragraph.split(" ", -1)) {
                if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
