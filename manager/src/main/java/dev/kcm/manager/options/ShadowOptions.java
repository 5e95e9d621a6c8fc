package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;

/// What upstream does not have.
///
/// @param shadow decide, compare with what the leader does, and write nothing
public record ShadowOptions(boolean shadow) {
    /// The section of flags that are ours alone.
    public static final String SECTION = "kcm";

    public static final Flags<ShadowOptions> FLAGS = Flags.section(SECTION)
            .bool(
                    "shadow",
                    false,
                    "Run beside a leader without standing for the lease: decide"
                            + " everything, write nothing, and report in the log and in"
                            + " kcm_shadow_writes_total where the leader did otherwise.")
            .into(ShadowOptions::new);
}
