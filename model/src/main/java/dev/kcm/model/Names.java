package dev.kcm.model;

import java.util.random.RandomGenerator;

/// Makes names the way upstream does: an alphabet without vowels, so that no words appear, and
/// suffixes short enough for a DNS label.
public final class Names {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int LONGEST = 63;
    private static final int SUFFIX_LENGTH = 5;

    private Names() {}

    /// `base` with a random suffix, cut so that both fit a DNS label; what the server makes of
    /// `generateName`.
    public static String generated(String base, RandomGenerator random) {
        var longestBase = LONGEST - SUFFIX_LENGTH;
        var kept = base.length() > longestBase ? base.substring(0, longestBase) : base;
        return kept + randomSuffix(random);
    }

    /// Five random characters.
    public static String randomSuffix(RandomGenerator random) {
        return randomText(SUFFIX_LENGTH, random);
    }

    public static String randomText(int length, RandomGenerator random) {
        var text = new StringBuilder(length);
        for (var i = 0; i < length; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    /// Each character of `text` replaced by one of the alphabet, as upstream writes hashes into
    /// names.
    public static String safelyEncoded(String text) {
        var encoded = new StringBuilder(text.length());
        for (var i = 0; i < text.length(); i++) {
            encoded.append(ALPHABET.charAt(text.charAt(i) % ALPHABET.length()));
        }
        return encoded.toString();
    }
}
