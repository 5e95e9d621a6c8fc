package dev.kcm.testing.scenario;

import java.util.regex.Pattern;

/// How often a write was to happen: `create pods x3`, `create pods x2..4`, `create pods`.
record WriteExpectation(String what, int least, int most) {
    private static final Pattern FORM = Pattern.compile("([a-z]+ [a-z]+(?:/[a-z]+)?)(?: x(\\d+)(?:\\.\\.(\\d+))?)?");

    static WriteExpectation parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a write: say it as in \"update replicasets/status x2..4\"".formatted(text));
        }
        var least = matcher.group(2);
        var most = matcher.group(3);
        if (least == null) {
            return new WriteExpectation(matcher.group(1), 1, Integer.MAX_VALUE);
        }
        return new WriteExpectation(
                matcher.group(1), Integer.parseInt(least), Integer.parseInt(most == null ? least : most));
    }

    boolean isMetBy(long count) {
        return least <= count && count <= most;
    }
}
