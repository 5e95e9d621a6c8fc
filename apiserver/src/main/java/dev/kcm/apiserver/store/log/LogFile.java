package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/// An open file of a [LogDirectory]. What was written survives a killed process; it survives a power loss when
/// [#force] has returned.
public interface LogFile extends AutoCloseable {
    long size() throws IOException;

    /// Reads into the buffer until it is full or the file ends.
    void read(ByteBuffer into, long position) throws IOException;

    /// Writes the whole buffer. When it throws, any part of it may be there.
    void write(ByteBuffer bytes, long position) throws IOException;

    void truncate(long size) throws IOException;

    void force() throws IOException;

    @Override
    void close() throws IOException;
}
