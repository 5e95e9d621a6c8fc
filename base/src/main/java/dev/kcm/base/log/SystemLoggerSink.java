package dev.kcm.base.log;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Hands messages to the JDK's `System.Logger` of the calling class, keys and values in the text:
/// what a library does until a program takes over.
final class SystemLoggerSink implements LogSink {
    private static final int LOWEST_TRACE_LEVEL = 5;

    private final Map<String, System.Logger> loggers = new ConcurrentHashMap<>();

    @Override
    public void write(LogEntry entry) {
        var logger = loggers.computeIfAbsent(entry.caller().type(), System::getLogger);
        var level = levelOf(entry);
        if (!logger.isLoggable(level)) {
            return;
        }
        var text = new StringBuilder(entry.message().text());
        for (var pair : KlogFormat.pairsOf(entry)) {
            if (!pair.key().equals("stacktrace")) {
                text.append(' ').append(pair.key()).append('=');
                LogValues.appendJson(text, pair.value());
            }
        }
        if (entry.error().isPresent()) {
            logger.log(level, text.toString(), entry.error().get());
        } else {
            logger.log(level, text.toString());
        }
    }

    @Override
    public void flush() {}

    private static System.Logger.Level levelOf(LogEntry entry) {
        return switch (entry.severity()) {
            case ERROR -> System.Logger.Level.ERROR;
            case WARNING -> System.Logger.Level.WARNING;
            case INFO -> {
                if (entry.level() == 0) {
                    yield System.Logger.Level.INFO;
                }
                yield entry.level() < LOWEST_TRACE_LEVEL ? System.Logger.Level.DEBUG : System.Logger.Level.TRACE;
            }
        };
    }
}
