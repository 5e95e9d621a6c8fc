package dev.kcm.cluster;

import dev.kcm.apiserver.store.CompactedException;
import dev.kcm.apiserver.store.VersionedStore;
import dev.kcm.model.Resource;
import dev.kcm.runtime.cache.Informers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tells whether nothing is left to do: every cache is up to date and every queue is empty with no key
/// being processed. Delayed keys do not count. Thread-safe.
final class QuietCheck {
    private final VersionedStore store;
    private final List<Participant> participants;

    QuietCheck(VersionedStore store, List<Participant> participants) {
        this.store = store;
        this.participants = new CopyOnWriteArrayList<>(participants);
    }

    void join(Participant participant) {
        participants.add(participant);
    }

    void leave(Participant participant) {
        participants.remove(participant);
    }

    /// The store's revision is compared before and after, so that a write in between is noticed.
    boolean isQuiet() {
        long before = store.revision();
        return participants.stream().allMatch(this::isUpToDate)
                && participants.stream().allMatch(it -> it.isQuiet().getAsBoolean())
                && participants.stream().allMatch(this::isUpToDate)
                && store.revision() == before;
    }

    /// What is left to do, as a readable list.
    String pendingWork() {
        return participants.stream()
                .flatMap(participant -> Stream.concat(
                        participant.resources().get().stream()
                                .filter(resource -> !isUpToDate(participant.informers(), resource))
                                .map(resource -> participant.name() + " has not observed all " + resource),
                        participant.isQuiet().getAsBoolean()
                                ? Stream.empty()
                                : Stream.of(participant.name() + " is busy")))
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
