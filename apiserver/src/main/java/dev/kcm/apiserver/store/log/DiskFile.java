package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A file of a [DiskDirectory].
record DiskFile(FileChannel channel, boolean forces) implements LogFile {
    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void read(ByteBuffer into, long position) throws IOException {
        long next = position;
        while (into.hasRemaining()) {
            int count = channel.read(into, next);
            if (count < 0) {
                return;
            }
            next += count;
        }
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
        long next = position;
        while (bytes.hasRemaining()) {
            next += channel.write(bytes, next);
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
    }

    @Override
    public void force() throws IOException {
        if (forces) {
            channel.force(false);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
