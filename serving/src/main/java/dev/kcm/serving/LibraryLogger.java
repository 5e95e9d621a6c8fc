package dev.kcm.serving;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/// Passes warnings and errors on and drops the rest, also what the parsers have to say about
/// malformed requests: nobody on the network should be able to fill our log.
final class LibraryLogger extends LegacyAbstractLogger {
    private static final String PARSERS = "org.eclipse.jetty.http.";

    private final transient System.Logger target;

    LibraryLogger(String name) {
        this.name = name;
        this.target = System.getLogger(name);
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        var severity = level == Level.ERROR ? System.Logger.Level.ERROR : System.Logger.Level.WARNING;
        target.log(severity, MessageFormatter.basicArrayFormat(pattern, arguments), failure);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return !name.startsWith(PARSERS) && target.isLoggable(System.Logger.Level.WARNING);
    }

    @Override
    public boolean isErrorEnabled() {
        return target.isLoggable(System.Logger.Level.ERROR);
    }
}
