package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;

/// What `/debug/` offers.
public record DebuggingOptions(boolean profiling, boolean contentionProfiling) {
    public static final Flags<DebuggingOptions> FLAGS = Flags.section("debugging")
            .bool(
                    "profiling",
                    true,
                    "Serve thread dumps, heap histograms and flight recordings below" + " /debug/pprof/.")
            .bool("contention-profiling", false, "Record what threads wait for, if --profiling is on.")
            .into(DebuggingOptions::new);
}
