package dev.kcm.base.log;

import java.util.Set;

/// Where in the sources a message was logged.
///
/// @param type the class, by its full name
public record CallSite(String type, String file, int line) {
    private static final CallSite UNKNOWN = new CallSite("", "???", 1);
    private static final String OWN_PACKAGE = Log.class.getPackageName();
    private static final Set<String> FACADES = Set.of(
            "java.lang.System$Logger",
            "jdk.internal.logger.AbstractLoggerWrapper",
            "jdk.internal.logger.BootstrapLogger",
            "jdk.internal.logger.LazyLoggers$JdkLazyLogger",
            "jdk.internal.logger.LocalizedLoggerWrapper");
    private static final StackWalker WALKER = StackWalker.getInstance();

    /// The last part of the package name, since JSON lines show `folder/File.java:42`.
    String folder() {
        int dot = type.lastIndexOf('.');
        return dot < 0 ? "" : type.substring(type.lastIndexOf('.', dot - 1) + 1, dot);
    }

    /// The nearest frame outside the logging classes. Walks the stack, so only messages that will
    /// be written ask for it.
    static CallSite find() {
        return WALKER.walk(frames -> frames.filter(frame -> !isLogging(frame.getClassName()))
                .findFirst()
                .map(CallSite::of)
                .orElse(UNKNOWN));
    }

    private static CallSite of(StackWalker.StackFrame frame) {
        String file = frame.getFileName();
        return new CallSite(frame.getClassName(), file == null ? "???" : file, Math.max(frame.getLineNumber(), 1));
    }

    private static boolean isLogging(String type) {
        return FACADES.contains(type)
                || (type.startsWith(OWN_PACKAGE)
                        && type.indexOf('.', OWN_PACKAGE.length() + 1) < 0
                        && !type.endsWith("Test")
                        && !type.contains("Test$"));
    }
}
