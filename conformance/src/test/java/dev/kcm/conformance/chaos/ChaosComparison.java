package dev.kcm.conformance.chaos;

import dev.kcm.testing.scenario.LineDifference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The same users with both managers.
///
/// @param ours promises that our manager broke, one a line
/// @param upstreams those that Go's manager broke
/// @param difference of what is left, `-` with Go's, `+` with ours
record ChaosComparison(long seed, List<String> ours, List<String> upstreams, List<String> difference) {

    static ChaosComparison of(long seed, Path upstreams, Path ours) throws IOException {
        return new ChaosComparison(
                seed,
                Files.readAllLines(ours.resolve(seed + ".violations")),
                Files.readAllLines(upstreams.resolve(seed + ".violations")),
                LineDifference.between(
                        Files.readString(upstreams.resolve(seed + ".json")),
                        Files.readString(ours.resolve(seed + ".json"))));
    }

    /// Nothing that Go's manager does better.
    boolean isGood() {
        return worse().isEmpty() && difference.isEmpty();
    }

    /// Promises that only ours broke.
    Set<String> worse() {
        var broken = promises(ours);
        broken.removeAll(promises(upstreams));
        return broken;
    }

    String toText() {
        var text =
                new StringBuilder("seed %d: %s%n".formatted(seed, isGood() ? "no worse, same end" : "NEEDS ATTENTION"));
        ours.forEach(it -> text.append("    ours:  ").append(it).append('\n'));
        upstreams.forEach(it -> text.append("    Go's:  ").append(it).append('\n'));
        difference.forEach(it -> text.append("    ").append(it).append('\n'));
        return text.toString();
    }

    private static Set<String> promises(List<String> violations) {
        return violations.stream().map(it -> it.substring(0, it.indexOf(':'))).collect(Collectors.toSet());
    }
}
