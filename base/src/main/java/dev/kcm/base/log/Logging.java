package dev.kcm.base.log;

import dev.kcm.base.Clock;

/// Where this process's messages go and how many of them. Until a program calls [#start], messages
/// go to the JDK's `System.Logger`, so that whoever embeds a library of ours sees them in the log
/// of their own choice.
public final class Logging {
    private static volatile State state = new State(new SystemLoggerSink(), Verbosity.NONE, Clock.system());

    private Logging() {}

    record State(LogSink sink, Verbosity verbosity, Clock clock) {}

    /// Sends everything from now on to `sink`; what the former sink had buffered is written first.
    public static void start(LogSink sink, Verbosity verbosity, Clock clock) {
        var former = state;
        state = new State(sink, verbosity, clock);
        former.sink().flush();
    }

    /// Changes how much is printed while running.
    public static void verbosity(Verbosity verbosity) {
        state = new State(state.sink(), verbosity, state.clock());
    }

    public static Verbosity verbosity() {
        return state.verbosity();
    }

    /// Writes out what is buffered; a program calls it before it ends.
    public static void flush() {
        state.sink().flush();
    }

    static State state() {
        return state;
    }
}
