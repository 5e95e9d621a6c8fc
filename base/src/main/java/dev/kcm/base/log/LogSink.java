package dev.kcm.base.log;

/// Where messages go. Called from any thread, often many at once.
public interface LogSink {
    void write(LogEntry entry);

    /// Writes out what is still buffered.
    void flush();
}
