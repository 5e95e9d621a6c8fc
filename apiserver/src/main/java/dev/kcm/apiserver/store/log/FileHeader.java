package dev.kcm.apiserver.store.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// The first bytes of every file: whose it is, and the version of its format.
final class FileHeader {
    static final int LENGTH = 16;

    /// Grows with every change that an older program would misread.
    static final int FORMAT = 1;

    private static final byte[] MAGIC = "kcmstore".getBytes(StandardCharsets.US_ASCII);

    private FileHeader() {}

    static ByteBuffer bytes() {
        return bytes(FORMAT);
    }

    static ByteBuffer bytes(int format) {
        var header = ByteBuffer.allocate(LENGTH).put(MAGIC).putInt(format);
        return header.putInt(checksum(header.array())).flip();
    }

    /// @throws UnusableLogException if these are not the first bytes of a file this program can read
    static void check(ByteBuffer header, String file) {
        var magic = new byte[MAGIC.length];
        if (header.remaining() < LENGTH) {
            throw new UnusableLogException(
                    "cannot use %s: it is too short to be the objects of a cluster".formatted(file));
        }
        int checksum = checksum(header.array());
        header.get(magic);
        int format = header.getInt();
        if (!java.util.Arrays.equals(magic, MAGIC)) {
            throw new UnusableLogException("cannot use %s: it does not hold the objects of a cluster".formatted(file));
        }
        if (header.getInt() != checksum) {
            throw UnusableLogException.damaged(file, 0, "the checksum of the file's header is wrong");
        }
        if (format > FORMAT) {
            throw new UnusableLogException(
                    "cannot use %s: a newer kcm wrote it (format %d, this one reads up to %d): start that one"
                            .formatted(file, format, FORMAT));
        }
    }

    private static int checksum(byte[] header) {
        var sum = new CRC32C();
        sum.update(header, 0, LENGTH - Integer.BYTES);
        return (int) sum.getValue();
    }
}
