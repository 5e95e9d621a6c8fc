package dev.kcm.controllers.workload.horizontalpodautoscaler;

import dev.kcm.model.Resource;
import dev.kcm.runtime.controller.Inventory;
import dev.kcm.runtime.controller.LiveAnswer;
import dev.kcm.runtime.controller.ServedKinds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// What the server serves, as upstream's mapper of kinds knows it: not older than 30 seconds, and asked for anew when
/// a kind is not there.
record ServedResources(Inventory inventory) {
    private static final Duration FRESH = Duration.ofSeconds(30);
    private static final Duration JUST_ASKED = Duration.ofSeconds(1);

    /// The resources of a kind, each in the version its group prefers.
    ///
    /// @throws ReadFailure if there are none, or if the server does not say
    List<Resource<?>> ofKind(String group, String kind, Instant now) throws ReadFailure {
        var found = ofKind(served(now.minus(FRESH)), group, kind);
        var asked = found.isEmpty() ? ofKind(served(now.minus(JUST_ASKED)), group, kind) : found;
        if (asked.isEmpty()) {
            throw new ReadFailure("no matches for kind \"%s\" in group \"%s\"".formatted(kind, group));
        }
        return asked;
    }

    /// The versions of a group, the preferred one first; none if there is no such group.
    List<String> versions(String group, Instant now) throws ReadFailure {
        var found = served(now.minus(FRESH)).versions().getOrDefault(group, List.of());
        return found.isEmpty() ? served(now.minus(JUST_ASKED)).versions().getOrDefault(group, List.of()) : found;
    }

    private static List<Resource<?>> ofKind(ServedKinds served, String group, String kind) {
        Predicate<Resource<?>> isMeant =
                resource -> resource.group().equals(group) && resource.kind().equals(kind);
        return served.preferred().stream().filter(isMeant).toList();
    }

    private ServedKinds served(Instant since) throws ReadFailure {
        return switch (inventory.served(since)) {
            case LiveAnswer.Found<ServedKinds>(var kinds) -> kinds;
            case LiveAnswer.Absent<ServedKinds>() -> throw new ReadFailure("the server does not say what it serves");
            case LiveAnswer.Unknown<ServedKinds>(var failure) -> throw new ReadFailure(failure.message());
        };
    }
}
