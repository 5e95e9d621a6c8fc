package dev.kcm.base.fuzzing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// Flips, cuts, doubles and joins bytes; moves, nests and repeats what stands in brackets or quotes; puts numbers that
/// are large, small or long where numbers are.
final class ByteMutation implements Mutation {
    private static final String OPENING = "{[(\"<";
    private static final String CLOSING = "}])\">";
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "-1",
            "1e9",
            "1e999999999",
            "1E-999999999",
            "0.1",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551616",
            "00000000000000000000000000000001",
            "1".repeat(40),
            "1".repeat(2000),
            "0." + "3".repeat(1500));

    @Override
    public byte[] mutated(byte[] input, List<byte[]> others, List<byte[]> words, Random random) {
        var result = input;
        for (int i = random.nextInt(4); i >= 0; i--) {
            result = once(result, others, words, random);
        }
        return result;
    }

    private static byte[] once(byte[] input, List<byte[]> others, List<byte[]> words, Random random) {
        int at = random.nextInt(input.length + 1);
        int to = Math.min(input.length, at + 1 + random.nextInt(1 << random.nextInt(8)));
        return switch (random.nextInt(12)) {
            case 0 -> flipped(input, random);
            case 1 ->
                Splice.replaced(input, at, Math.min(input.length, at + 1), new byte[] {(byte) random.nextInt()}, 1);
            case 2 -> Splice.replaced(input, at, to, new byte[0], 0);
            case 3 -> Splice.replaced(input, at, to, Splice.part(input, at, to), 1 << random.nextInt(12));
            case 4 -> words.isEmpty() ? flipped(input, random) : Splice.inserted(input, at, one(words, random));
            case 5 -> words.isEmpty() ? input : Splice.replaced(input, at, to, one(words, random), 1);
            case 6 -> numbered(input, at, random);
            case 7 -> joined(input, at, one(others, random), random);
            case 8 -> Splice.part(input, 0, at);
            default -> bracketed(input, others, random);
        };
    }

    private static byte[] one(List<byte[]> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static byte[] flipped(byte[] input, Random random) {
        var result = input.clone();
        if (result.length > 0) {
            result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return result;
    }

    /// A number in place of the next one, or here if there is none.
    private static byte[] numbered(byte[] input, int at, Random random) {
        int from = at;
        while (from < input.length && (input[from] < '0' || input[from] > '9')) {
            from++;
        }
        int to = from;
        while (to < input.length && input[to] >= '0' && input[to] <= '9') {
            to++;
        }
        var number = NUMBERS.get(random.nextInt(NUMBERS.size())).getBytes(StandardCharsets.US_ASCII);
        return Splice.replaced(input, from, to, number, 1);
    }

    private static byte[] joined(byte[] input, int at, byte[] other, Random random) {
        int from = random.nextInt(other.length + 1);
        return Splice.replaced(input, at, input.length, Splice.part(other, from, other.length), 1);
    }

    /// Changes a part in brackets or quotes as a whole.
    private static byte[] bracketed(byte[] input, List<byte[]> others, Random random) {
        var here = Range.within(input, random);
        var part = Splice.part(input, here.from, here.to);
        return switch (random.nextInt(5)) {
            case 0 -> Splice.replaced(input, here.from, here.to, new byte[0], 0);
            case 1 -> Splice.replaced(input, here.from, here.to, part, 2 + random.nextInt(1 << random.nextInt(10)));
            case 2 -> nested(input, here, 1 << random.nextInt(13));
            default -> {
                var other = one(others, random);
                var there = Range.within(other, random);
                yield Splice.replaced(input, here.from, here.to, Splice.part(other, there.from, there.to), 1);
            }
        };
    }

    /// What comes before the part inside its own brackets, and after it, so many times.
    private static byte[] nested(byte[] input, Range part, int times) {
        if (part.to - part.from < 2) {
            return input;
        }
        var inner = Range.next(input, part.from + 1);
        int from = inner.to > inner.from && inner.to < part.to ? inner.from : part.from + 1;
        int to = inner.to > inner.from && inner.to < part.to ? inner.to : part.to - 1;
        int fitting = Math.min(times, (Splice.LONGEST - input.length) / (part.to - part.from));
        var opened = Splice.replaced(input, from, from, Splice.part(input, part.from, from), Math.max(0, fitting));
        int moved = opened.length - input.length;
        return Splice.replaced(opened, to + moved, to + moved, Splice.part(input, to, part.to), Math.max(0, fitting));
    }

    /// From an opening bracket or quote to after the closing one.
    private record Range(int from, int to) {
        static Range within(byte[] input, Random random) {
            return next(input, random.nextInt(input.length + 1));
        }

        static Range next(byte[] input, int start) {
            int from = start;
            while (from < input.length && OPENING.indexOf(input[from]) < 0) {
                from++;
            }
            if (from == input.length) {
                return new Range(from, from);
            }
            char opening = (char) input[from];
            char closing = CLOSING.charAt(OPENING.indexOf(opening));
            int depth = 1;
            int to = from + 1;
            while (to < input.length && depth > 0) {
                depth += input[to] == closing ? -1 : input[to] == opening ? 1 : 0;
                to++;
            }
            return new Range(from, to);
        }
    }
}
