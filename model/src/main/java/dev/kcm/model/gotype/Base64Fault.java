package dev.kcm.model.gotype;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Where a text stops being base64, as Go's `encoding/base64` says it.
final class Base64Fault {
    private static final int QUANTUM = 4;

    private Base64Fault() {}

    static Optional<String> in(String text) {
        int at = firstBad(text.getBytes(StandardCharsets.UTF_8));
        return at < 0 ? Optional.empty() : Optional.of("illegal base64 data at input byte " + at);
    }

    /// Line breaks do not count; padding ends the text. -1 if all is well.
    private static int firstBad(byte[] text) {
        int inQuantum = 0;
        for (int i = 0; i < text.length; i++) {
            if (isLineBreak(text[i])) {
                continue;
            }
            if (text[i] == '=') {
                return badPadding(text, i, inQuantum);
            }
            if (!isDigit(text[i])) {
                return i;
            }
            inQuantum = (inQuantum + 1) % QUANTUM;
        }
        return inQuantum == 0 ? -1 : text.length - inQuantum;
    }

    private static int badPadding(byte[] text, int at, int inQuantum) {
        if (inQuantum < 2) {
            return at;
        }
        int next = skipLineBreaks(text, at + 1);
        if (inQuantum == 2) {
            if (next >= text.length) {
                return text.length;
            }
            if (text[next] != '=') {
                return next;
            }
            next = skipLineBreaks(text, next + 1);
        }
        return next < text.length ? next : -1;
    }

    private static int skipLineBreaks(byte[] text, int from) {
        int at = from;
        while (at < text.length && isLineBreak(text[at])) {
            at++;
        }
        return at;
    }

    private static boolean isLineBreak(byte letter) {
        return letter == '\n' || letter == '\r';
    }

    private static boolean isDigit(byte letter) {
        return (letter >= 'A' && letter <= 'Z')
                || (letter >= 'a' && letter <= 'z')
                || (letter >= '0' && letter <= '9')
                || letter == '+'
                || letter == '/';
    }
}
