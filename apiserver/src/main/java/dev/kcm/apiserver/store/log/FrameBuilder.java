package dev.kcm.apiserver.store.log;

import dev.kcm.model.KubeObject;
import dev.kcm.model.ObjectKey;
import dev.kcm.model.Resource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Gathers records into one frame.
final class FrameBuilder {
    /// A frame that is longer is written before more is added: a bound for the memory that writing and reading take.
    /// A single record may be longer.
    private static final int FULL = 4 << 20;

    private static final int SMALLEST = 1 << 10;

    private ByteBuffer bytes = emptied();

    /// The object as it is now, or none if it was removed.
    FrameBuilder add(long revision, Resource<?> resource, ObjectKey key, @Nullable KubeObject object) {
        var name = resource.group() + "/" + resource.version() + "/" + resource.plural();
        var stored = new StoredObject.Key(name, key.namespace(), key.name());
        if (object == null) {
            begin(RecordKinds.REMOVE, revision, stored);
            return this;
        }
        return add(new StoredObject(stored, revision, encoded(object), 0));
    }

    FrameBuilder add(StoredObject object) {
        begin(RecordKinds.PUT, object.revision(), object.key());
        room(Integer.BYTES + object.content().length)
                .putInt(object.content().length)
                .put(object.content());
        return this;
    }

    /// The store was at a revision, whatever the objects say.
    FrameBuilder addRevision(long revision) {
        room(1 + Long.BYTES).put(RecordKinds.REVISION).putLong(revision);
        return this;
    }

    /// The end of a backup of so many objects.
    FrameBuilder addEnd(long objects) {
        room(1 + Long.BYTES).put(RecordKinds.END).putLong(objects);
        return this;
    }

    boolean isFull() {
        return bytes.position() >= FULL;
    }

    /// The frame for an offset of the file; the builder is empty then, and holds no large array.
    ByteBuffer frame(long offset) {
        var frame = room(1).put(FrameHeader.LAST).flip();
        FrameHeader.of(offset, frame.array(), FrameHeader.LENGTH, frame.limit() - FrameHeader.LENGTH - 1)
                .write(frame);
        bytes = emptied();
        return frame.rewind();
    }

    private void begin(byte kind, long revision, StoredObject.Key key) {
        room(1 + Long.BYTES).put(kind).putLong(revision);
        addText(key.resource());
        addText(key.namespace());
        addText(key.name());
    }

    private void addText(String text) {
        var encoded = text.getBytes(StandardCharsets.UTF_8);
        room(Integer.BYTES + encoded.length).putInt(encoded.length).put(encoded);
    }

    /// The buffer with room for so many bytes more.
    private ByteBuffer room(int more) {
        if (bytes.remaining() < more) {
            int wanted = Math.addExact(bytes.position(), more);
            var larger =
                    Arrays.copyOf(bytes.array(), Math.max(wanted, (int) Math.min(2L * wanted, Integer.MAX_VALUE - 8)));
            bytes = ByteBuffer.wrap(larger).position(bytes.position());
        }
        return bytes;
    }

    private static ByteBuffer emptied() {
        return ByteBuffer.allocate(SMALLEST).position(FrameHeader.LENGTH);
    }

    @SuppressWarnings("unchecked") // an object is encoded by the descriptor it names itself
    private static byte[] encoded(KubeObject object) {
        var resource = (Resource<KubeObject>) object.resource();
        return resource.hasProtobuf() ? resource.encodeProtobuf(object) : resource.encodeJson(object);
    }
}
