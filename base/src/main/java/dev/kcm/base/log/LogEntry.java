package dev.kcm.base.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One message on its way to a [LogSink].
///
/// @param level the verbosity it was logged at; 0 for warnings and errors
/// @param logger names joined by dots, such as a controller's
/// @param values what [Log#with] bound, as keys and values in turn
/// @param pairs what the call itself gave, as keys and values in turn
public record LogEntry(
        Severity severity,
        int level,
        Instant time,
        CallSite caller,
        Optional<String> logger,
        Message message,
        Optional<Throwable> error,
        List<@Nullable Object> values,
        List<@Nullable Object> pairs) {

    /// @param isVerbatim whether klog text shows it as it is, without quotes around it
    public record Message(String text, boolean isVerbatim) {}
}
