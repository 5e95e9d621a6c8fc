package dev.kcm.base.log;

import dev.kcm.base.Clock;
import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/// Brings what the JDK and libraries say through `System.Logger` into our log. Only a program
/// registers it as a service (`META-INF/services/java.lang.System$LoggerFinder`); a library that
/// did would take the log of whoever embeds it. Until [Logging#start] is called, lines go to
/// standard error in klog's format.
public final class SystemLoggers extends System.LoggerFinder {
    private static final int DEBUG_LEVEL = 6;
    private static final int TRACE_LEVEL = 8;

    public SystemLoggers() {
        if (Logging.state().sink() instanceof SystemLoggerSink) {
            Logging.start(StreamSink.to(System.err, KlogFormat.ofThisProcess()), Logging.verbosity(), Clock.system());
        }
    }

    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Bridge(Log.of(name));
    }

    private record Bridge(Log log) implements System.Logger {
        @Override
        public String getName() {
            return log.sourceName();
        }

        @Override
        public boolean isLoggable(Level level) {
            return switch (level) {
                case OFF -> false;
                case TRACE -> log.isVerbose(TRACE_LEVEL);
                case DEBUG -> log.isVerbose(DEBUG_LEVEL);
                case ALL, INFO, WARNING, ERROR -> true;
            };
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                write(level, translated(bundle, message), thrown);
            }
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String format,
                @Nullable Object @Nullable ... parameters) {
            if (isLoggable(level)) {
                String text = translated(bundle, format);
                boolean isPlain = parameters == null || parameters.length == 0;
                write(level, isPlain ? text : MessageFormat.format(text, parameters), null);
            }
        }

        private void write(Level level, String message, @Nullable Throwable thrown) {
            var text = new LogEntry.Message(message, true);
            switch (level) {
                case ERROR -> log.write(Severity.ERROR, thrown, text);
                case WARNING -> log.write(Severity.WARNING, thrown, text);
                case DEBUG -> log.v(DEBUG_LEVEL).write(Severity.INFO, thrown, text);
                case TRACE -> log.v(TRACE_LEVEL).write(Severity.INFO, thrown, text);
                case ALL, INFO, OFF -> log.write(Severity.INFO, thrown, text);
            }
        }

        private static String translated(@Nullable ResourceBundle bundle, @Nullable String message) {
            String key = String.valueOf(message);
            return bundle != null && bundle.containsKey(key) ? bundle.getString(key) : key;
        }
    }
}
