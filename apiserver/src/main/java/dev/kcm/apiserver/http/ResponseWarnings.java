package dev.kcm.apiserver.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The warnings of one response, as headers. Each is sent once; if all of them are more than 4096 characters, each is
/// cut to 256, and those beyond 4096 are left out. Text with control characters cannot be sent and is dropped.
final class ResponseWarnings {
    private static final int MOST_CHARACTERS = 4096;
    private static final int MOST_OF_ONE = 256;

    private final Set<String> texts = new LinkedHashSet<>();

    void add(String text) {
        if (!text.isEmpty()) {
            texts.add(text);
        }
    }

    List<String> headers() {
        var sent = texts.stream()
                .filter(text -> text.codePoints().noneMatch(Character::isISOControl))
                .toList();
        int all = sent.stream().mapToInt(ResponseWarnings::length).sum();
        return all <= MOST_CHARACTERS
                ? sent.stream().map(ResponseWarnings::header).toList()
                : shortened(sent);
    }

    private static List<String> shortened(List<String> texts) {
        var headers = new ArrayList<String>();
        int written = 0;
        for (var text : texts) {
            if (written >= MOST_CHARACTERS) {
                break;
            }
            var cut = length(text) <= MOST_OF_ONE ? text : text.substring(0, text.offsetByCodePoints(0, MOST_OF_ONE));
            written += length(cut);
            headers.add(header(cut));
        }
        return headers;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /// Header values are bytes; other characters than those of ASCII are sent in UTF-8.
    private static String header(String text) {
        var quoted = "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        return new String(quoted.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
