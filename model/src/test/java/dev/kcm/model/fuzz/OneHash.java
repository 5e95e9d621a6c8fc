package dev.kcm.model.fuzz;

import java.util.List;
import java.util.stream.IntStream;

/// Texts that all have the same hash: `Aa` and `BB` do, and so does whatever is made of as many of them.
final class OneHash {
    private static final int PAIRS = 17;

    private OneHash() {}

    static List<String> texts(int count) {
        return IntStream.range(0, count).mapToObj(OneHash::text).toList();
    }

    static String text(int number) {
        var text = new StringBuilder();
        for (int bit = 0; bit < PAIRS; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }
}
