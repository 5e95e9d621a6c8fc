package dev.kcm.model.wire;

/// Texts that are nearly always a UUID or a decimal number, as objects that take less room:
/// whatever these methods return has the text as its `toString()`, and equal texts make equal
/// objects.
public final class CompactText {
    private static final int UUID_LENGTH = 36;
    private static final long DASHES = 1L << 8 | 1L << 13 | 1L << 18 | 1L << 23;

    /// A UUID in lower case.
    private record Uuid(long high, long low) {
        @Override
        public String toString() {
            char[] text = new char[UUID_LENGTH];
            int digit = 0;
            for (int at = 0; at < UUID_LENGTH; at++) {
                if (isDash(at)) {
                    text[at] = '-';
                } else {
                    long half = digit < 16 ? high : low;
                    text[at] = Character.forDigit((int) (half >>> (60 - (digit % 16) * 4)) & 0xF, 16);
                    digit++;
                }
            }
            return new String(text);
        }
    }

    private CompactText() {}

    /// A uid as an object holds it.
    public static Object uid(String text) {
        if (text.length() != UUID_LENGTH) {
            return text;
        }
        long high = 0;
        long low = 0;
        int digit = 0;
        for (int at = 0; at < UUID_LENGTH; at++) {
            char next = text.charAt(at);
            if (isDash(at)) {
                if (next != '-') {
                    return text;
                }
                continue;
            }
            int value = lowerHex(next);
            if (value < 0) {
                return text;
            }
            if (digit++ < 16) {
                high = high << 4 | value;
            } else {
                low = low << 4 | value;
            }
        }
        return new Uuid(high, low);
    }

    /// A resource version as an object holds it.
    public static Object number(String text) {
        int length = text.length();
        if (length == 0 || length > 18 || (text.charAt(0) == '0' && length > 1)) {
            return text;
        }
        long number = 0;
        for (int at = 0; at < length; at++) {
            int digit = text.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return text;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static boolean isDash(int at) {
        return (DASHES >>> at & 1) == 1;
    }

    private static int lowerHex(char digit) {
        if (digit >= '0' && digit <= '9') {
            return digit - '0';
        }
        return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
    }
}
