package dev.kcm.base.log;

/// Turns a message into one line (or, for klog text, a few), line break included.
@FunctionalInterface
public interface LineFormat {
    void append(StringBuilder out, LogEntry entry);
}
