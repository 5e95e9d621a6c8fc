package dev.kcm.apiserver.store.log;

import dev.kcm.apiserver.store.log.StoredObject.Key;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// What a log or a backup holds: the newest state of every object. Filled by one [#read].
final class LogContents {
    private final String file;
    private final Map<Key, StoredObject> objects = new LinkedHashMap<>();
    private final Map<String, String> resources = new HashMap<>();
    private long revision;
    private long liveBytes;
    private long length;
    private long incompleteBytes;
    private OptionalLong declared = OptionalLong.empty();

    private LogContents(String file) {
        this.file = file;
    }

    /// Reads a file from beginning to end.
    ///
    /// @param name for messages
    /// @throws UnusableLogException if it is not ours, too new, or damaged in what was once forced
    /// @throws IOException if the disk does not give it
    static LogContents read(LogFile file, String name) throws IOException {
        var contents = new LogContents(name);
        var frames = new FrameReader(file, name);
        for (var frame = frames.next(); frame.isPresent(); frame = frames.next()) {
            contents.replay(frame.get());
        }
        contents.length = frames.position();
        contents.incompleteBytes = file.size() - frames.position();
        return contents;
    }

    Iterable<StoredObject> objects() {
        return objects.values();
    }

    int count() {
        return objects.size();
    }

    long revision() {
        return revision;
    }

    /// About how long the file would be with nothing but these objects in it.
    long liveBytes() {
        return liveBytes;
    }

    /// Where the last whole frame ends.
    long length() {
        return length;
    }

    /// Bytes behind that: of a write that was never acknowledged.
    long incompleteBytes() {
        return incompleteBytes;
    }

    /// How many objects the end of a backup declares.
    OptionalLong declared() {
        return declared;
    }

    private void replay(FrameReader.Frame frame) {
        try {
            while (frame.content().hasRemaining()) {
                replayRecord(frame.offset(), frame.content());
            }
        } catch (BufferUnderflowException _) {
            throw UnusableLogException.damaged(file, frame.offset(), "a record is longer than its frame");
        }
    }

    private void replayRecord(long offset, ByteBuffer frame) {
        byte kind = frame.get();
        switch (kind) {
            case RecordKinds.PUT -> {
                long changed = frame.getLong();
                reached(changed);
                put(new StoredObject(key(frame), changed, content(frame), offset));
            }
            case RecordKinds.REMOVE -> {
                reached(frame.getLong());
                remove(key(frame));
            }
            case RecordKinds.REVISION -> reached(frame.getLong());
            case RecordKinds.END -> declared = OptionalLong.of(frame.getLong());
            default -> throw UnusableLogException.damaged(file, offset, "there is no kind of record " + kind);
        }
    }

    private void put(StoredObject object) {
        remove(object.key());
        objects.put(object.key(), object);
        liveBytes += object.content().length;
    }

    private void remove(Key key) {
        var removed = objects.remove(key);
        if (removed != null) {
            liveBytes -= removed.content().length;
        }
    }

    private void reached(long reached) {
        revision = Math.max(revision, reached);
    }

    private Key key(ByteBuffer frame) {
        var resource = resources.computeIfAbsent(text(frame), name -> name);
        return new Key(resource, text(frame), text(frame));
    }

    private static String text(ByteBuffer frame) {
        return new String(content(frame), StandardCharsets.UTF_8);
    }

    private static byte[] content(ByteBuffer frame) {
        int length = frame.getInt();
        if (length < 0 || length > frame.remaining()) {
            throw new BufferUnderflowException();
        }
        var content = new byte[length];
        frame.get(content);
        return content;
    }
}
