package dev.kcm.base.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A structured logger: a constant message, then keys and values in turn.
///
/// ```java
/// private static final Log log = Log.of(DeploymentReconciler.class);
/// log.info("Started", "controller", name);
/// log.v(4).info("Synced", "deployment", key, "took", duration);
/// log.error(failure, "Could not write status", "deployment", key);
/// ```
///
/// Immutable and cheap: a message above the current verbosity costs one volatile read and one
/// comparison; wrap it in `if (log.isVerbose(6))` where working out its values is dear. Verbosity
/// levels follow upstream's habit: 0 always, 1 and 2 for what an operator wants, 4 for debugging, 5
/// and up for traces.
public final class Log {
    private static final Log SILENT = new Log(new Source("", ""), Optional.empty(), List.of(), -1);

    private final Source source;
    private final Optional<String> name;
    private final List<@Nullable Object> values;
    private final int level;

    private Log(Source source, Optional<String> name, List<@Nullable Object> values, int level) {
        this.source = source;
        this.name = name;
        this.values = values;
        this.level = level;
    }

    /// The logger of a class; keep it in a static field.
    public static Log of(Class<?> owner) {
        var outermost = owner;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        var source = new Source(owner.getName(), outermost.getSimpleName());
        return new Log(source, Optional.empty(), List.of(), 0);
    }

    /// A logger for the bridge from `System.Logger`, whose names are usually class names.
    static Log of(String loggerName) {
        String file = loggerName.substring(loggerName.lastIndexOf('.') + 1);
        return new Log(new Source(loggerName, file), Optional.empty(), List.of(), 0);
    }

    /// A logger whose messages carry `logger="name"`, below the name it has already.
    public Log named(String part) {
        String full = name.map(outer -> outer + "." + part).orElse(part);
        return new Log(source, Optional.of(full), values, level);
    }

    /// A logger whose messages all carry these keys and values too.
    public Log with(@Nullable Object... keysAndValues) {
        var all = new ArrayList<@Nullable Object>(values);
        all.addAll(pairs(keysAndValues));
        return new Log(source, name, Collections.unmodifiableList(all), level);
    }

    /// This logger at verbosity `verbosity`; its messages are dropped when that verbosity is not enabled.
    public Log v(int verbosity) {
        return isVerbose(verbosity) ? new Log(source, name, values, verbosity) : SILENT;
    }

    /// Whether messages at `verbosity` are written from this logger's source file.
    public boolean isVerbose(int verbosity) {
        var current = Logging.state().verbosity();
        return verbosity <= current.general()
                || (!current.modules().isEmpty() && verbosity <= source.verbosity(current));
    }

    public void info(String message, @Nullable Object... keysAndValues) {
        if (level >= 0) {
            write(Severity.INFO, null, quoted(message), keysAndValues);
        }
    }

    /// A whole sentence as information, shown by klog text without quotes, for output that people
    /// already look for in that form (`FLAG: --v="2"`). Everything else is structured.
    public void verbatim(String text) {
        if (level >= 0) {
            write(Severity.INFO, null, new LogEntry.Message(text, true));
        }
    }

    public void warn(String message, @Nullable Object... keysAndValues) {
        if (level >= 0) {
            write(Severity.WARNING, null, quoted(message), keysAndValues);
        }
    }

    public void error(String message, @Nullable Object... keysAndValues) {
        if (level >= 0) {
            write(Severity.ERROR, null, quoted(message), keysAndValues);
        }
    }

    /// An error with its cause as `err`. What looks like a mistake in the program (a
    /// NullPointerException, say) also brings its stack trace.
    public void error(Throwable cause, String message, @Nullable Object... keysAndValues) {
        if (level >= 0) {
            write(Severity.ERROR, cause, quoted(message), keysAndValues);
        }
    }

    String sourceName() {
        return source.name();
    }

    void write(
            Severity severity, @Nullable Throwable cause, LogEntry.Message message, @Nullable Object... keysAndValues) {
        var state = Logging.state();
        state.sink()
                .write(new LogEntry(
                        severity,
                        severity == Severity.INFO ? level : 0,
                        state.clock().instant(),
                        CallSite.find(),
                        name,
                        message,
                        Optional.ofNullable(cause),
                        values,
                        pairs(keysAndValues)));
    }

    private static LogEntry.Message quoted(String message) {
        return new LogEntry.Message(message, false);
    }

    private static List<@Nullable Object> pairs(@Nullable Object[] keysAndValues) {
        if (keysAndValues.length % 2 == 0) {
            return Arrays.asList(keysAndValues);
        }
        var padded = new ArrayList<@Nullable Object>(Arrays.asList(keysAndValues));
        padded.add("(MISSING)");
        return padded;
    }

    /// The class a logger belongs to and, while `--vmodule` is set, what it grants this file. The
    /// answer is remembered per [Verbosity]; a race only works it out twice.
    private static final class Source {
        private final String name;
        private final String file;
        private volatile @Nullable Granted granted;

        private record Granted(Verbosity by, int level) {}

        Source(String name, String file) {
            this.name = name;
            this.file = file;
        }

        String name() {
            return name;
        }

        int verbosity(Verbosity current) {
            var known = granted;
            if (known == null || !known.by().equals(current)) {
                known = new Granted(current, current.forFile(file));
                granted = known;
            }
            return known.level();
        }
    }
}
