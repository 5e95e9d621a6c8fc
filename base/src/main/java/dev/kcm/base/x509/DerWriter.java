package dev.kcm.base.x509;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// The few DER forms a certificate is made of. Each method returns one whole element.
final class DerWriter {
    static final byte[] NULL = {0x05, 0x00};
    static final byte[] TRUE = {0x01, 0x01, (byte) 0xff};

    private static final Pattern PRINTABLE = Pattern.compile("[A-Za-z0-9 '()+,./:=?-]*");
    private static final int FIRST_LONG_YEAR = 2050; // RFC 5280: UTCTime through 2049
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("uuMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter GENERALIZED_TIME =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private DerWriter() {}

    static byte[] sequence(byte[]... parts) {
        return element(0x30, join(parts));
    }

    static byte[] sequence(List<byte[]> parts) {
        return sequence(parts.toArray(byte[][]::new));
    }

    /// A set of elements, in the order DER has for them.
    static byte[] set(List<byte[]> parts) {
        return element(0x31, join(parts.stream().sorted(Arrays::compareUnsigned).toArray(byte[][]::new)));
    }

    /// Text in the narrower of the two types that Go writes.
    static byte[] text(String value) {
        return PRINTABLE.matcher(value).matches()
                ? element(0x13, value.getBytes(StandardCharsets.US_ASCII))
                : element(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] integer(BigInteger value) {
        return element(0x02, value.toByteArray());
    }

    static byte[] octets(byte[] value) {
        return element(0x04, value);
    }

    /// Whole bytes as a bit string.
    static byte[] bits(byte[] value) {
        return element(0x03, join(new byte[1], value));
    }

    /// Named bits: bit 7 of `bits` comes first, then down to 0, then 15 down to 8; zeros at the end
    /// are left out.
    static byte[] namedBits(int bits) {
        var bytes = new byte[] {(byte) bits, (byte) (bits >> 8)};
        int length = bytes[1] != 0 ? 2 : 1;
        int unused = Integer.numberOfTrailingZeros((bytes[length - 1] & 0xff) | 0x100);
        return element(0x03, join(new byte[] {(byte) unused}, Arrays.copyOf(bytes, length)));
    }

    static byte[] identifier(String dotted) {
        var parts =
                Arrays.stream(dotted.split("\\.")).mapToLong(Long::parseLong).toArray();
        var out = new ByteArrayOutputStream();
        base128(out, parts[0] * 40 + parts[1]);
        for (int i = 2; i < parts.length; i++) {
            base128(out, parts[i]);
        }
        return element(0x06, out.toByteArray());
    }

    static byte[] time(Instant moment) {
        boolean isLong = moment.atZone(ZoneOffset.UTC).getYear() >= FIRST_LONG_YEAR;
        var text = (isLong ? GENERALIZED_TIME : UTC_TIME).format(moment);
        return element(isLong ? 0x18 : 0x17, text.getBytes(StandardCharsets.US_ASCII));
    }

    /// A tag of the context around content that is an element already.
    static byte[] explicit(int number, byte[] content) {
        return element(0xa0 | number, content);
    }

    /// A tag of the context in the place of a primitive type's own.
    static byte[] implicit(int number, byte[] content) {
        return element(0x80 | number, content);
    }

    private static void base128(ByteArrayOutputStream out, long value) {
        for (int shift = 63; shift > 0; shift -= 7) {
            if (value >> shift != 0) {
                out.write((int) (value >> shift & 0x7f) | 0x80);
            }
        }
        out.write((int) (value & 0x7f));
    }

    private static byte[] element(int tag, byte[] content) {
        var out = new ByteArrayOutputStream(content.length + 6);
        out.write(tag);
        int length = content.length;
        if (length < 0x80) {
            out.write(length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / Byte.SIZE;
            out.write(0x80 | bytes);
            for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                out.write(length >> shift);
            }
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
