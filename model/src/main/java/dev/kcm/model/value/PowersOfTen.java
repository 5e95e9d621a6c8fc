package dev.kcm.model.value;

/// The powers of ten that fit a long.
final class PowersOfTen {
    static final int COUNT = 19;

    private static final long[] POWERS = new long[COUNT];

    static {
        POWERS[0] = 1;
        for (var exponent = 1; exponent < COUNT; exponent++) {
            POWERS[exponent] = POWERS[exponent - 1] * 10;
        }
    }

    private PowersOfTen() {}

    static long of(int exponent) {
        return POWERS[exponent];
    }
}
