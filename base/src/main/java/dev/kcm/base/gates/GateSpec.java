package dev.kcm.base.gates;

import java.util.Optional;

/// What holds for a gate from one version on.
///
/// @param locked whether it may no longer be moved off its default
/// @param minCompatibility the oldest neighbour this line is for; with older ones the line before
///   it holds
public record GateSpec(
        MinorVersion since,
        FeatureStage stage,
        boolean enabledByDefault,
        boolean locked,
        Optional<MinorVersion> minCompatibility) {

    static final GateSpec NOT_YET =
            new GateSpec(new MinorVersion(0, 0), FeatureStage.PRE_ALPHA, false, false, Optional.empty());

    boolean holdsAt(GateVersions versions) {
        return versions.emulated().isAtLeast(since)
                && minCompatibility.map(versions.minCompatibility()::isAtLeast).orElse(true);
    }
}
