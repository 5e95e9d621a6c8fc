package dev.kcm.apiserver.store.log;

import dev.kcm.apiserver.store.StoreContents;
import dev.kcm.model.KubeObject;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Writes objects to a new file, from its first byte. Forcing it is left to the caller.
final class LogWriter {
    /// Where the bytes go: [LogFile#write], or a stream that takes them in order.
    @FunctionalInterface
    interface Output {
        void write(ByteBuffer bytes, long position) throws IOException;
    }

    private final Output out;
    private final FrameBuilder frame = new FrameBuilder();
    private long position;
    private long count;

    /// @param revision of the store that has these objects
    LogWriter(Output out, long revision) throws IOException {
        this.out = out;
        write(FileHeader.bytes());
        frame.addRevision(revision);
    }

    void addAll(StoreContents contents) throws IOException {
        for (var objects : contents.resources()) {
            for (var object : objects.withManagedFields()) {
                add(object);
            }
        }
    }

    void add(StoredObject object) throws IOException {
        frame.add(object);
        added();
    }

    /// Returns how long the file is.
    long finish() throws IOException {
        write(frame.frame(position));
        return position;
    }

    /// Ends the file by saying how much is in it, so that one that was cut off can be told.
    long finishBackup() throws IOException {
        frame.addEnd(count);
        return finish();
    }

    long count() {
        return count;
    }

    private void add(KubeObject object) throws IOException {
        long revision = Long.parseLong(object.metadata().resourceVersion());
        frame.add(revision, object.resource(), object.key(), object);
        added();
    }

    private void added() throws IOException {
        count++;
        if (frame.isFull()) {
            write(frame.frame(position));
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        out.write(bytes, position);
        position += length;
    }
}
