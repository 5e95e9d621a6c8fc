package dev.kcm.base.pem;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/// Just enough DER to re-wrap private keys: a cursor over the elements of one buffer, and writers
/// for the few forms needed.
final class Der {
    static final int INTEGER = 0x02;
    static final int OCTET_STRING = 0x04;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;
    static final int CONTEXT_0 = 0xa0;

    private final String source;
    private final byte[] bytes;
    private int position;

    Der(String source, byte[] bytes) {
        this.source = source;
        this.bytes = bytes;
    }

    boolean nextIs(int tag) {
        return position < bytes.length && (bytes[position] & 0xff) == tag;
    }

    Der enter(int tag) {
        return new Der(source, content(tag));
    }

    void skip(int tag) {
        content(tag);
    }

    /// The content of the next element, which must have this tag.
    byte[] content(int tag) {
        if (!nextIs(tag)) {
            throw new PemException(source, "has a private key that is not valid DER");
        }
        position++;
        int length = length();
        if (length > bytes.length - position) {
            throw new PemException(source, "has a private key that is cut short");
        }
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    private int length() {
        int first = next();
        if (first < 0x80) {
            return first;
        }
        int count = first & 0x7f;
        if (count == 0 || count > 3) {
            throw new PemException(source, "has a private key that is not valid DER");
        }
        int length = 0;
        for (int i = 0; i < count; i++) {
            length = length << 8 | next();
        }
        return length;
    }

    private int next() {
        if (position >= bytes.length) {
            throw new PemException(source, "has a private key that is cut short");
        }
        return bytes[position++] & 0xff;
    }

    static byte[] sequence(byte[]... elements) {
        var content = new ByteArrayOutputStream();
        for (var element : elements) {
            content.writeBytes(element);
        }
        return element(SEQUENCE, content.toByteArray());
    }

    static byte[] element(int tag, byte[] content) {
        var out = new ByteArrayOutputStream(content.length + 5);
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else if (content.length < 0x100) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
