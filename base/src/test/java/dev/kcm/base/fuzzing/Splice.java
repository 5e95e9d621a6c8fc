package dev.kcm.base.fuzzing;

import java.util.Arrays;

/// Cuts and joins bytes, up to a size that keeps a run of many inputs quick.
final class Splice {
    static final int LONGEST = 64 << 10;

    private Splice() {}

    /// `input` with the bytes from `from` to `to` replaced by `times` times `part`; shorter if that gets too long.
    static byte[] replaced(byte[] input, int from, int to, byte[] part, int times) {
        long room = LONGEST - (input.length - (to - from));
        int fitting = part.length == 0 ? 0 : (int) Math.max(0, Math.min(times, room / part.length));
        var result = new byte[input.length - (to - from) + fitting * part.length];
        System.arraycopy(input, 0, result, 0, from);
        for (int i = 0; i < fitting; i++) {
            System.arraycopy(part, 0, result, from + i * part.length, part.length);
        }
        System.arraycopy(input, to, result, from + fitting * part.length, input.length - to);
        return result;
    }

    static byte[] inserted(byte[] input, int at, byte[] part) {
        return replaced(input, at, at, part, 1);
    }

    static byte[] part(byte[] input, int from, int to) {
        return Arrays.copyOfRange(input, from, to);
    }
}
