package dev.kcm.base.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.kcm.base.Clock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/// Writes lines to one stream, or information to one and the rest to another. Lines are formatted
/// outside the lock and never torn. A broken stream is ignored: there is nowhere left to say so.
public final class StreamSink implements LogSink {
    private final LineFormat format;
    private final OutputStream information;
    private final OutputStream problems;
    private final int bufferSize;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();

    private StreamSink(LineFormat format, OutputStream information, OutputStream problems, int bufferSize) {
        this.format = format;
        this.information = information;
        this.problems = problems;
        this.bufferSize = bufferSize;
    }

    /// Everything to one stream, unbuffered.
    public static StreamSink to(OutputStream all, LineFormat format) {
        return new StreamSink(format, all, all, 0);
    }

    /// Information to one stream, through a buffer of `bufferSize` bytes (0: none), warnings and
    /// errors at once to the other. Call [#flushEvery] when there is a buffer.
    public static StreamSink split(OutputStream information, OutputStream problems, LineFormat format, int bufferSize) {
        return new StreamSink(format, information, problems, bufferSize);
    }

    /// Flushes now and then until the process ends.
    public StreamSink flushEvery(Duration period, Clock clock) {
        clock.after(period, () -> {
            flush();
            flushEvery(period, clock);
        });
        return this;
    }

    @Override
    public void write(LogEntry entry) {
        var line = new StringBuilder(160);
        format.append(line, entry);
        byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            if (entry.severity() != Severity.INFO) {
                send(problems, bytes);
            } else if (bufferSize == 0) {
                send(information, bytes);
            } else {
                buffer(bytes);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() {
        lock.lock();
        try {
            empty();
        } finally {
            lock.unlock();
        }
    }

    /// Whole lines only: one that does not fit empties the buffer first, one larger than the buffer
    /// goes past it.
    @GuardedBy("lock")
    private void buffer(byte[] line) {
        if (buffer.size() + line.length > bufferSize) {
            empty();
        }
        if (line.length > bufferSize) {
            send(information, line);
        } else {
            buffer.writeBytes(line);
        }
    }

    @GuardedBy("lock")
    private void empty() {
        if (buffer.size() > 0) {
            send(information, buffer.toByteArray());
            buffer.reset();
        }
    }

    private static void send(OutputStream stream, byte[] bytes) {
        try {
            stream.write(bytes);
            stream.flush();
        } catch (IOException _) {
            // Standard error is gone; the work goes on without a log.
        }
    }
}
