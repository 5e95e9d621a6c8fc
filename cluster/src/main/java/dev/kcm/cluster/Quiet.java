package dev.kcm.cluster;

import dev.kcm.apiserver.store.CompactedException;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Informers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Knows when nothing is left to do: every cache shows all there is and nobody has a key in hand.
/// Wake-ups at later times do not count. Thread-safe.
final class Quiet {
    private final VersionedStore store;
    private final List<Participant> participants;

    Quiet(VersionedStore store, List<Participant> participants) {
        this.store = store;
        this.participants = new CopyOnWriteArrayList<>(participants);
    }

    void join(Participant participant) {
        participants.add(participant);
    }

    void leave(Participant participant) {
        participants.remove(participant);
    }

    /// One look. The revision is compared around it, so that a write in between is noticed.
    boolean isReached() {
        long before = store.revision();
        return participants.stream().allMatch(this::isUpToDate)
                && participants.stream().allMatch(it -> it.isQuiet().getAsBoolean())
                && participants.stream().allMatch(this::isUpToDate)
                && store.revision() == before;
    }

    /// What is in the way, for people.
    String obstacles() {
        return participants.stream()
                .flatMap(participant -> Stream.concat(
                        participant.resources().get().stream()
                                .filter(resource -> !isUpToDate(participant.informers(), resource))
                                .map(resource -> participant.name() + " has not seen all " + resource),
                        participant.isQuiet().getAsBoolean()
                                ? Stream.empty()
                                : Stream.of(participant.name() + " is at work")))
                .collect(Collectors.joining(", "));
    }

    private boolean isUpToDate(Participant participant) {
        return participant.resources().get().stream()
                .allMatch(resource -> isUpToDate(participant.informers(), resource));
    }

    private boolean isUpToDate(Informers informers, Resource<?> resource) {
        var cache = informers.store(resource);
        if (!cache.isFilled()) {
            return false;
        }
        try (var ahead = store.watch(resource, cache.told())) {
            return ahead.poll().isEmpty();
        } catch (CompactedException _) {
            return false;
        }
    }
}
