package dev.kcm.client.remote;

import dev.kcm.model.KubeObject;
import dev.kcm.model.Resource;
import dev.kcm.model.meta.v1.ListMeta;
import dev.kcm.model.wire.ProtoException;
import dev.kcm.model.wire.ProtoReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/// Reads a list in protobuf off the wire, one item at a time: what is held in memory is one item's
/// bytes, however long the list.
final class ListStream {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int DELIMITED = 2;
    private static final int CONTENT = 2 << 3 | DELIMITED;
    private static final int METADATA = 1 << 3 | DELIMITED;
    private static final int ITEMS = 2 << 3 | DELIMITED;
    private static final int LONGEST_ITEM = 64 * 1024 * 1024;
    private static final String CUT_SHORT = "The list is cut short";

    private final InputStream in;
    private byte[] buffer = new byte[8 * 1024];
    private long position;

    ListStream(InputStream in) {
        this.in = in;
    }

    long bytesRead() {
        return position;
    }

    /// Hands over the items and returns the list's own metadata.
    <T extends KubeObject> ListMeta read(Resource<T> resource, Consumer<? super T> items) throws IOException {
        take(MAGIC.length);
        if (!Arrays.equals(MAGIC, 0, MAGIC.length, buffer, 0, MAGIC.length)) {
            throw new ProtoException("the list is not Kubernetes protobuf");
        }
        var metadata = ListMeta.EMPTY;
        for (long tag = tag(); tag >= 0; tag = tag()) {
            long length = length(tag);
            if (tag == CONTENT) {
                metadata = content(resource, items, position + length);
            } else {
                take(length); // type, encoding and content type: small
            }
        }
        return metadata;
    }

    private <T extends KubeObject> ListMeta content(Resource<T> resource, Consumer<? super T> items, long end)
            throws IOException {
        var metadata = ListMeta.EMPTY;
        while (position < end) {
            long tag = varint();
            int length = take(length(tag));
            if (tag == METADATA) {
                metadata = ListMeta.decode(ProtoReader.of(buffer, 0, length));
            } else if (tag == ITEMS) {
                var item = ProtoReader.of(buffer, 0, length).withoutManagedFields();
                items.accept(resource.decode(item));
            }
        }
        return metadata;
    }

    /// The next tag, or -1 at the end.
    private long tag() throws IOException {
        int first = in.read();
        if (first < 0) {
            return -1;
        }
        position++;
        return first < 0x80 ? first : varint(first);
    }

    private long length(long tag) throws IOException {
        if ((tag & 7) != DELIMITED) {
            throw new ProtoException("a list with a field of tag " + tag);
        }
        return varint();
    }

    private long varint() throws IOException {
        return varint(next());
    }

    private long varint(int first) throws IOException {
        long value = first & 0x7f;
        int last = first;
        for (int shift = 7; last >= 0x80; shift += 7) {
            if (shift > 35) {
                throw new ProtoException("a length of more than 35 bits");
            }
            last = next();
            value |= (last & 0x7fL) << shift;
        }
        return value;
    }

    private int next() throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException(CUT_SHORT);
        }
        position++;
        return next;
    }

    /// Reads so many bytes to the start of the buffer.
    private int take(long length) throws IOException {
        if (length > LONGEST_ITEM) {
            throw new ProtoException("a list item of " + length + " bytes");
        }
        int wanted = (int) length;
        buffer = WireBytes.read(in, buffer, wanted, CUT_SHORT);
        position += wanted;
        return wanted;
    }
}
