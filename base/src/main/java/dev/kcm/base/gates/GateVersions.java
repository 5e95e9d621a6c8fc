package dev.kcm.base.gates;

import java.util.ArrayList;
import java.util.List;

/// The versions that decide which defaults hold.
///
/// @param binary what this program is
/// @param emulated what it behaves as
/// @param minCompatibility the oldest control plane component it must get along with
public record GateVersions(MinorVersion binary, MinorVersion emulated, MinorVersion minCompatibility) {

    /// A program that emulates nothing.
    public static GateVersions of(MinorVersion binary) {
        return new GateVersions(binary, binary, binary.previous());
    }

    /// Emulating another version makes the one before it the oldest neighbour.
    public GateVersions emulating(MinorVersion version, MinorVersion oldestAllowed) {
        var before = version.previous();
        return new GateVersions(binary, version, before.isAtLeast(oldestAllowed) ? before : oldestAllowed);
    }

    public GateVersions compatibleWith(MinorVersion version) {
        return new GateVersions(binary, emulated, version);
    }

    /// What is wrong with them, one sentence each.
    public List<String> problems(MinorVersion oldestEmulated, MinorVersion oldestCompatible) {
        var problems = new ArrayList<String>();
        if (!binary.isAtLeast(emulated) || !emulated.isAtLeast(oldestEmulated)) {
            problems.add("--emulated-version %s is not between %s and %s".formatted(emulated, oldestEmulated, binary));
        }
        if (!emulated.isAtLeast(minCompatibility) || !minCompatibility.isAtLeast(oldestCompatible)) {
            problems.add("--min-compatibility-version %s is not between %s and %s"
                    .formatted(minCompatibility, oldestCompatible, emulated));
        }
        return problems;
    }
}
