package dev.kcm.apiserver.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// The `Warning` headers of a response, within upstream's limits: a request must not get an answer many times its size,
/// or one whose headers no client takes.
final class WarningHeaders {
    private static final int MOST_CHARACTERS = 4096;
    private static final int MOST_WHEN_SHORTENED = 256;

    private WarningHeaders() {}

    /// Each text once, none with control characters; all of them shortened as soon as they are too long together, and
    /// those that are too many left out.
    static List<String> of(List<String> warnings) {
        var texts = new LinkedHashSet<>(warnings)
                .stream()
                        .filter(text -> !text.isEmpty() && text.chars().noneMatch(Character::isISOControl))
                        .toList();
        int fitting = 0;
        int total = 0;
        while (fitting < texts.size() && total + length(texts.get(fitting)) <= MOST_CHARACTERS) {
            total += length(texts.get(fitting++));
        }
        return fitting == texts.size()
                ? texts.stream().map(WarningHeaders::header).toList()
                : shortened(texts, fitting);
    }

    /// @param fitting so many fit before one did not; these and that one are sent in any case
    private static List<String> shortened(List<String> texts, int fitting) {
        var headers = new ArrayList<String>();
        int total = 0;
        for (int i = 0; i < texts.size() && (i <= fitting || total < MOST_CHARACTERS); i++) {
            var text = shortened(texts.get(i));
            total += length(text);
            headers.add(header(text));
        }
        return headers;
    }

    private static String shortened(String text) {
        return length(text) <= MOST_WHEN_SHORTENED
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST_WHEN_SHORTENED));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String header(String text) {
        return "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
