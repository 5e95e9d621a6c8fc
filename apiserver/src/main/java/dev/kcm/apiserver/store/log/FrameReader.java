package dev.kcm.apiserver.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/// Reads the frames of a file one after the other, and tells the end that a crash left from damage.
///
/// A frame is only written when the one before it was forced. So a frame that is not whole is what a crash left of a
/// write that was never acknowledged if no frame follows it and it shows how it was interrupted: the file ends inside
/// it, or a sector of it was never written. Everything else was there once and has changed since.
final class FrameReader {
    record Frame(long offset, ByteBuffer content) {}

    /// What disks write all of or nothing.
    private static final int SECTOR = 512;

    private static final int WINDOW = 1 << 20;

    private final LogFile file;
    private final String name;
    private final long size;
    private byte[] window = new byte[0];
    private long windowStart;
    private long position;

    /// @throws UnusableLogException if the file is not ours
    FrameReader(LogFile file, String name) throws IOException {
        this.file = file;
        this.name = name;
        this.size = file.size();
        FileHeader.check(ByteBuffer.wrap(bytes(0, (int) Math.min(size, FileHeader.LENGTH))), name);
        this.position = FileHeader.LENGTH;
    }

    /// The next whole frame, if there is one.
    ///
    /// @throws UnusableLogException if what follows was whole once
    Optional<Frame> next() throws IOException {
        if (position == size) {
            return Optional.empty();
        }
        var header = header(position);
        if (header.isEmpty()) {
            return incomplete(Math.min(size, position + FrameHeader.LENGTH), "the header of a frame is wrong");
        }
        long end = header.get().end();
        if (end > size) {
            return incomplete(end, "a frame ends behind the file's end");
        }
        var content = bytes(position + FrameHeader.LENGTH, header.get().length() + 1);
        if (!header.get().fits(content)) {
            return incomplete(end, "the checksum of a frame is wrong");
        }
        position = end;
        return Optional.of(new Frame(
                header.get().offset(), ByteBuffer.wrap(content, 0, header.get().length())));
    }

    /// Where the last whole frame ended.
    long position() {
        return position;
    }

    private Optional<Frame> incomplete(long end, String problem) throws IOException {
        var following = following();
        if (following.isPresent()) {
            throw UnusableLogException.damaged(
                    name, position, "%s, and more was written later (at byte %d)".formatted(problem, following.get()));
        }
        boolean isCut = end > size || size - position < FrameHeader.LENGTH;
        if (!isCut && !hasUnwrittenSector()) {
            throw UnusableLogException.damaged(name, position, problem);
        }
        return Optional.empty();
    }

    /// The offset of a whole frame header behind the one at the position.
    private Optional<Long> following() throws IOException {
        for (long offset = position + 1; offset + FrameHeader.LENGTH <= size; offset++) {
            if (header(offset).isPresent()) {
                return Optional.of(offset);
            }
        }
        return Optional.empty();
    }

    private boolean hasUnwrittenSector() throws IOException {
        long from = position;
        while (from < size) {
            long to = Math.min(size, (from / SECTOR + 1) * SECTOR);
            if (isZero(from, to)) {
                return true;
            }
            from = to;
        }
        return false;
    }

    private boolean isZero(long from, long to) throws IOException {
        int start = at(from, (int) (to - from));
        for (int i = start; i < start + (to - from); i++) {
            if (window[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private Optional<FrameHeader> header(long offset) throws IOException {
        if (size - offset < FrameHeader.LENGTH) {
            return Optional.empty();
        }
        int start = at(offset, FrameHeader.LENGTH);
        return FrameHeader.read(window, start, offset);
    }

    private byte[] bytes(long offset, int length) throws IOException {
        int start = at(offset, length);
        return Arrays.copyOfRange(window, start, start + length);
    }

    /// Where in the window the bytes at an offset of the file are; they must be in the file.
    private int at(long offset, int length) throws IOException {
        if (offset < windowStart || offset + length > windowStart + window.length) {
            var buffer = ByteBuffer.allocate((int) Math.min(Math.max(length, WINDOW), size - offset));
            read(buffer, offset);
            window = buffer.array();
            windowStart = offset;
        }
        return (int) (offset - windowStart);
    }

    private void read(ByteBuffer into, long offset) throws IOException {
        try {
            file.read(into, offset);
        } catch (IOException failed) {
            throw new IOException("reading %d bytes at byte %d: %s".formatted(into.capacity(), offset, failed), failed);
        }
        if (into.hasRemaining()) {
            throw new IOException("the file became shorter while it was read, at byte " + (offset + into.position()));
        }
    }
}
