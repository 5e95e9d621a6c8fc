package dev.kcm.base.fuzzing;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// Inputs as bytes and as text.
final class Inputs {
    private static final int MOST_SHOWN = 600;

    private Inputs() {}

    static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    static byte[] ofText(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static List<byte[]> ofTexts(List<String> texts) {
        return texts.stream().map(Inputs::ofText).toList();
    }

    /// For a message: as text where it is one, and in base64.
    static String shown(byte[] input) {
        var text = text(input);
        var isPlain = text.chars().allMatch(letter -> letter == '\n' || (letter >= ' ' && letter != 0xFFFD));
        var shown =
                isPlain ? "\"" + text + "\"" : "base64 " + Base64.getEncoder().encodeToString(input);
        return input.length + " bytes, " + (shown.length() > MOST_SHOWN ? shown.substring(0, MOST_SHOWN) + "…" : shown);
    }
}
