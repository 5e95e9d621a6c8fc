package dev.kcm.base.fuzzing;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Takes protobuf apart field by field, as deep as it goes, and puts it together again with fields dropped, doubled,
/// moved, renumbered, nested in themselves or with other contents; lengths are right again unless they are what was
/// changed.
final class ProtobufMutation implements Mutation {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final long[] NUMBERS = {
        0, 1, 127, 128, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 32, 253402300800L, -62135596800L
    };
    private static final int VARINT = 0;
    private static final int DELIMITED = 2;

    /// A field: its tag, and its value without the length.
    private record Field(long tag, byte[] value) {}

    @Override
    public byte[] mutated(byte[] input, List<byte[]> others, List<byte[]> words, Random random) {
        int start = startsWithMagic(input) ? MAGIC.length : 0;
        var message = Splice.part(input, start, input.length);
        var result = new ByteArrayOutputStream();
        result.write(input, 0, start);
        result.writeBytes(changed(message, one(others, random), random, 0));
        return result.size() > Splice.LONGEST ? input : result.toByteArray();
    }

    private static boolean startsWithMagic(byte[] input) {
        return input.length >= MAGIC.length && input[0] == 'k' && input[1] == '8' && input[2] == 's';
    }

    private static byte[] one(List<byte[]> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static byte[] changed(byte[] message, byte[] other, Random random, int depth) {
        var fields = fields(message);
        if (fields.isEmpty()) {
            return Mutation.BYTES.mutated(message, List.of(other), List.of(), random);
        }
        int at = random.nextInt(fields.size());
        var field = fields.get(at);
        var isMessage = (field.tag & 7) == DELIMITED && !fields(field.value).isEmpty();
        if (isMessage && depth < 20 && random.nextInt(5) > 0) {
            fields.set(at, new Field(field.tag, changed(field.value, other, random, depth + 1)));
            return joined(fields);
        }
        switch (random.nextInt(8)) {
            case 0 -> fields.remove(at);
            case 1 -> fields.add(random.nextInt(fields.size() + 1), field);
            case 2 -> fields.addAll(at, List.of(field, fields.get(random.nextInt(fields.size())), field));
            case 3 -> fields.set(at, new Field(1 + random.nextInt(400), field.value));
            case 4 -> fields.set(at, new Field(field.tag, selfNested(field, random)));
            case 5 -> fields.add(at, new Field((1 + random.nextInt(30)) << 3, varint(number(random))));
            case 6 -> {
                if ((field.tag & 7) == VARINT) {
                    fields.set(at, new Field(field.tag, varint(number(random))));
                }
            }
            default ->
                fields.set(
                        at,
                        new Field(field.tag, Mutation.BYTES.mutated(field.value, List.of(other), List.of(), random)));
        }
        return joined(fields);
    }

    private static long number(Random random) {
        return random.nextInt(3) == 0 ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)];
    }

    /// The field within itself, some times over: what recursive types are made of.
    private static byte[] selfNested(Field field, Random random) {
        var value = field.value;
        for (int i = 1 << random.nextInt(12); i > 0 && value.length < Splice.LONGEST / 2; i--) {
            value = joined(List.of(new Field(field.tag, value)));
        }
        return value;
    }

    /// Nothing if these bytes are no message.
    private static List<Field> fields(byte[] message) {
        var fields = new ArrayList<Field>();
        for (int at = 0; at < message.length; ) {
            int afterTag = end(message, at);
            if (afterTag < 0) {
                return new ArrayList<>();
            }
            long tag = number(message, at);
            int valueEnd = afterTag;
            int valueStart = afterTag;
            switch ((int) (tag & 7)) {
                case VARINT -> valueEnd = end(message, afterTag);
                case 1 -> valueEnd = afterTag + 8;
                case 5 -> valueEnd = afterTag + 4;
                case DELIMITED -> {
                    valueStart = end(message, afterTag);
                    long length = valueStart < 0 ? -1 : number(message, afterTag);
                    valueEnd = length < 0 || length > message.length - valueStart ? -1 : (int) (valueStart + length);
                }
                default -> valueEnd = -1;
            }
            if (tag >>> 3 == 0 || valueEnd < 0 || valueEnd > message.length) {
                return new ArrayList<>();
            }
            fields.add(new Field(tag, Splice.part(message, valueStart, valueEnd)));
            at = valueEnd;
        }
        return fields;
    }

    private static byte[] joined(List<Field> fields) {
        var out = new ByteArrayOutputStream();
        for (var field : fields) {
            out.writeBytes(varint(field.tag));
            if ((field.tag & 7) == DELIMITED) {
                out.writeBytes(varint(field.value.length));
            }
            out.writeBytes(field.value);
        }
        return out.toByteArray();
    }

    private static byte[] varint(long value) {
        var out = new ByteArrayOutputStream(10);
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
            out.write((int) (rest & 0x7f) | 0x80);
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    /// Where the varint that starts here ends; -1 if it does not.
    private static int end(byte[] message, int start) {
        for (int at = start; at < message.length && at < start + 10; at++) {
            if (message[at] >= 0) {
                return at + 1;
            }
        }
        return -1;
    }

    private static long number(byte[] message, int start) {
        long value = 0;
        int shift = 0;
        for (int at = start; ; at++, shift += 7) {
            value |= (message[at] & 0x7fL) << shift;
            if (message[at] >= 0) {
                return value;
            }
        }
    }
}
