package dev.kcm.manager.options;

import dev.kcm.base.flags.Flags;

/// What a manager does that does not lead.
///
/// @param warm keep the caches full, so that a term can begin at once
public record StandbyOptions(boolean warm) {
    public static final Flags<StandbyOptions> FLAGS = Flags.section(ShadowOptions.SECTION)
            .bool(
                    "warm-standby",
                    true,
                    "Fill the caches before the lease is won, so that a fail-over takes no"
                            + " longer than the lease. Without, a standby opens no watches"
                            + " and fills its caches when it first leads.")
            .into(StandbyOptions::new);
}
